// A colour a type: chosen so that each can be told from the ground in both themes and from its neighbours.
export type Theme = "light" | "dark";

const ENTITY: Record<string, [string, string]> = {
  technology: ["#2563c9", "#6ea3f7"], code_component: ["#0f7f6d", "#43c9b0"], concept: ["#7a4fc4", "#b391f2"], problem: ["#c8322f", "#f4776f"],
  solution: ["#3c8018", "#8fcf5e"], decision: ["#a8620a", "#efb04c"], person: ["#a83680", "#ec86c6"], organization: ["#5b6675", "#a9b5c5"],
  location: ["#7c6a10", "#d3bd4a"], event: ["#0b7a9e", "#5cc4e6"], object: ["#79574a", "#c9a595"],
};
const RELATION: Record<string, [string, string]> = {
  depends_on: ["#3569c4", "#6f9ef0"], required_by: ["#4a86a8", "#79bdde"], implements: ["#0f8a74", "#3fc4aa"], caused_by: ["#c2542c", "#f08a63"],
  leads_to: ["#b07c12", "#e6b552"], solves: ["#478a1d", "#8ccf57"], conflicts_with: ["#c71f4c", "#ff6e91"], related_to: ["#8a94a3", "#7d8896"],
};
const GROUND: Record<Theme, Record<string, string>> = {
  light: { faded: "#d9dee6", fadedEdge: "#e6e9ef", label: "#1c2430", fadedLabel: "#8a93a1", box: "#ffffff", other: "#6b7585", chosen: "#11161d" },
  dark: { faded: "#39424f", fadedEdge: "#2a313b", label: "#e8ecf2", fadedLabel: "#78828f", box: "#1d232c", other: "#9aa5b4", chosen: "#ffffff" },
};
const HOPS: Record<Theme, string[]> = {
  light: ["#8a0f1f", "#d1391f", "#e5811a", "#c7a20c", "#6d9a2b", "#2b8f8a", "#3f6fbf"],
  dark: ["#ff5c6c", "#ff8459", "#ffae4d", "#f2d64b", "#a9d65a", "#5ecdc7", "#7fa8f5"],
};

const of = (pair: [string, string] | undefined, theme: Theme): string => pair?.[theme === "dark" ? 1 : 0] ?? GROUND[theme]["other"]!;
export const entityColour = (type: string, theme: Theme): string => of(ENTITY[type], theme);
export const relationColour = (type: string, theme: Theme): string => of(RELATION[type], theme);
export const hopColour = (hop: number, theme: Theme): string => HOPS[theme][Math.min(hop, HOPS[theme].length - 1)]!;
export const ground = (name: string, theme: Theme): string => GROUND[theme][name]!;
export const ENTITY_TYPES = Object.keys(ENTITY);
export const RELATION_TYPES = Object.keys(RELATION);
export const UNDIRECTED = new Set(["related_to", "conflicts_with"]);
