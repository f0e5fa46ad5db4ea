// Where we are is the address and nothing else: `#/w/WORKSPACE/PAGE/THING?option=value`. Every view can be linked to.
import { useEffect, useState } from "preact/hooks";

export const PAGES = ["graph", "search", "entity", "radar", "review", "topics", "timeline", "file", "cards", "rules", "ingestion", "record", "task"] as const;
export type Page = (typeof PAGES)[number];
export type Options = Record<string, string>;

export interface Route {
  workspace: string;
  page: Page;
  thing: string;
  options: Options;
}

export function read(hash: string): Route {
  const [path = "", query = ""] = hash.replace(/^#/, "").split("?", 2);
  const parts = path.split("/").filter(Boolean).map(decoded);
  const workspace = parts[0] === "w" ? parts[1] ?? "" : "";
  const page = PAGES.find((p) => p === parts[2]) ?? "graph";
  return { workspace, page, thing: parts.slice(3).join("/"), options: Object.fromEntries(new URLSearchParams(query)) };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

export function written(route: Route): string {
  const thing = route.thing ? `/${encodeURIComponent(route.thing)}` : "";
  const kept = Object.entries(route.options).filter(([, value]) => value !== "");
  const query = kept.length ? `?${new URLSearchParams(kept)}` : "";
  return `#/w/${encodeURIComponent(route.workspace)}/${route.page}${thing}${query}`;
}

const CLOCKS = ["at", "known"];

/** The address of another page of the same workspace; the clocks go with us, other options are left behind. */
export function to(route: Route, page: Page, thing = "", options: Options = {}): string {
  const clocks = Object.fromEntries(Object.entries(route.options).filter(([name]) => CLOCKS.includes(name)));
  return written({ workspace: route.workspace, page, thing, options: { ...clocks, ...options } });
}

/** Changes options of the page we are on; without `keep` the step back leads over it. */
export function change(options: Options, keep = false): void {
  const route = read(location.hash);
  const next = written({ ...route, options: { ...route.options, ...options } });
  if (keep) {
    history.replaceState(null, "", next);
    dispatchEvent(new HashChangeEvent("hashchange"));
  } else location.hash = next;
}

/** Chooses a thing in the graph; the surroundings of another one stay as they are. */
export function choose(id: string): void {
  const { options } = read(location.hash);
  const stays = options["scope"] === "around" && !options["open"];
  change({ focus: id, ...(stays ? { open: options["focus"] ?? "" } : {}) });
}

/** Adds the surroundings of a thing to those that are shown; from the whole graph, shows them alone. */
export function expand(id: string): void {
  const { options } = read(location.hash);
  const open = options["scope"] === "around" ? (options["open"] || options["focus"] || "").split(",").filter(Boolean) : [];
  change({ scope: "around", focus: options["focus"] || id, open: [...new Set([...open, id])].join(",") });
}

export function useRoute(): Route {
  const [route, set] = useState(() => read(location.hash));
  useEffect(() => {
    const moved = (): void => set(read(location.hash));
    addEventListener("hashchange", moved);
    return () => removeEventListener("hashchange", moved);
  }, []);
  return route;
}

/** The variables that every question takes: the workspace and the two clocks. */
export function asked(route: Route): Record<string, string> {
  const at = route.options["at"];
  return { w: route.workspace, ...(at ? { validAt: at } : {}), ...(at && route.options["known"] ? { asOf: at } : {}) };
}
