// The canvas: draws a picture, paints it, and says what is pointed at. It knows nothing of pages and questions.
import { EdgeCurvedArrowProgram, indexParallelEdgesIndex } from "@sigma/edge-curve";
import { MultiDirectedGraph } from "graphology";
import Sigma from "sigma";
import { EdgeArrowProgram, EdgeRectangleProgram } from "sigma/rendering";
import type { Settings } from "sigma/settings";
import type { EdgeDisplayData, NodeDisplayData } from "sigma/types";
import { entityColour, ground, hopColour, relationColour, UNDIRECTED, type Theme } from "./colours";
import type { Told, Work } from "./layout.worker";
import { degrees, type Picture } from "./picture";
import { placed, type Place } from "./places";

/** Which things stand out: each with its hop; what is not among them fades. `lines` are keys of links on the way. */
export interface Marks { hops: Map<string, number>; lines: Set<string>; byHop: boolean }
export interface Look { theme: Theme; chosen: string | null; marks: Marks | null }
export interface Hearing {
  pick: (id: string | null) => void;
  open: (id: string) => void;
  over: (line: { source: string; target: string; type: string } | null, x: number, y: number) => void;
  settled: () => void;
}

const BIG = 5_000; // things: beyond it the layout makes few rounds
export const LOOKED_AT = 20_000; // links: so many are looked through while the pointer moves; beyond, where it clicks
const NEAR = 7; // pixels: a line is thin, and a hand is not that sure
type Placed = { x: number; y: number };

/** Bends links that lie beside each other apart. */
function curve(graph: MultiDirectedGraph): void {
  indexParallelEdgesIndex(graph, { edgeIndexAttribute: "nth", edgeMaxIndexAttribute: "of" });
  graph.forEachEdge((key, edge) => {
    const type = typeof edge["nth"] === "number" ? "curved" : UNDIRECTED.has(edge["kind"] as string) ? "line" : "arrow";
    graph.mergeEdgeAttributes(key, { type, curvature: 0.18 * ((edge["nth"] as number | undefined) ?? 0) });
  });
}

export class Scene {
  private graph = new MultiDirectedGraph();
  private readonly sigma: Sigma;
  private readonly worker: Worker;
  private order: string[] = [];
  private near = new Set<string>();
  private idle = new Set<string>(); // things that no link holds to at the clocks asked
  private onNode = false;
  private under: string | null = null;
  lookedAt = LOOKED_AT;
  private look: Look = { theme: "light", chosen: null, marks: null };

  constructor(readonly container: HTMLElement, private readonly hearing: Hearing, private readonly places: Map<string, Place>) {
    this.sigma = new Sigma(this.graph, container, this.settings());
    this.worker = new Worker(new URL("./layout.worker.ts", import.meta.url), { type: "module" });
    this.worker.onmessage = ({ data }: MessageEvent<Told>) => this.move(data);
    this.listen();
    Object.assign(container, { sigma: this.sigma, scene: this }); // for the console
  }

  close(): void {
    this.worker.terminate();
    this.sigma.kill();
  }

  /** Draws a picture, painted so, at once: the graph is put together before the canvas hears of it. */
  show(picture: Picture, look: Look): void {
    placed(picture, this.places);
    const linked = degrees(picture), big = picture.things.size > BIG;
    this.idle = new Set([...picture.things.keys()].filter((id) => !linked.has(id)));
    const graph = new MultiDirectedGraph();
    for (const thing of picture.things.values()) {
      const place = this.places.get(thing.id)!;
      const size = 3.5 + 2.2 * Math.sqrt(Math.min(linked.get(thing.id) ?? 0, 100));
      graph.addNode(thing.id, { ...place, label: thing.name, kind: thing.type, size: big ? size * 0.5 : size });
    }
    for (const line of picture.lines.values())
      graph.addEdgeWithKey(line.key, line.source, line.target, { kind: line.type, ended: line.ended });
    if (picture.lines.size < 20_000) curve(graph);
    this.graph.clear(); // a change of settings reads all that is there
    this.sigma.setSettings({
      stagePadding: picture.things.size > 80 ? 40 : 60,
      hideEdgesOnMove: picture.lines.size > 10_000,
      labelRenderedSizeThreshold: picture.things.size > 400 ? 7 : picture.things.size > 80 ? 4 : 0,
      labelDensity: picture.things.size > 80 ? 0.6 : 3,
      labelColor: { color: ground("label", look.theme) },
    });
    this.graph = graph;
    const other = this.turn(look);
    this.leave();
    this.sigma.once("afterRender", () => { this.container.dataset["painted"] = String(Math.round(performance.now())); }); // since the page was opened
    this.sigma.setGraph(graph);
    if (other) this.fit();
    this.arrange(picture, big ? 60 : picture.things.size > 1_000 ? 300 : 500);
  }

  /** Paints what is there in another way. */
  paint(look: Look): void {
    const { theme, chosen, marks } = this.look;
    if (look.theme === theme && look.chosen === chosen && look.marks === marks) return;
    const other = this.turn(look);
    this.sigma.setSetting("labelColor", { color: ground("label", look.theme) });
    this.sigma.refresh({ skipIndexation: true });
    if (other) this.fit();
  }

  /** Nothing is pointed at any more: what was may be gone. */
  private leave(): void {
    this.onNode = false;
    this.under = null;
    this.container.style.cursor = "";
    this.hearing.over(null, 0, 0);
  }

  /** Whether other things stand out now. */
  private turn(look: Look): boolean {
    const other = look.marks !== this.look.marks;
    this.look = look;
    this.near = new Set(look.chosen && this.graph.hasNode(look.chosen) ? this.graph.neighbors(look.chosen) : []);
    return other;
  }

  /** Moves the camera so that all that stands out is seen, or everything where nothing does. */
  private fit(): void {
    const shown = [...(this.look.marks?.hops.keys() ?? [])].flatMap((id) => this.sigma.getNodeDisplayData(id) ?? []);
    if (!shown.length) return void this.sigma.getCamera().animate({ x: 0.5, y: 0.5, ratio: 1 }, { duration: still() ? 0 : 300 });
    const xs = shown.map((p) => p.x), ys = shown.map((p) => p.y);
    const [left, right, low, high] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
    const ratio = Math.min(1, Math.max(0.3, 1.7 * Math.max(right - left, high - low)));
    void this.sigma.getCamera().animate({ x: (left + right) / 2, y: (low + high) / 2, ratio }, { duration: still() ? 0 : 300 });
  }

  /** Moves the camera so that a thing stands in the middle. */
  centre(id: string): void {
    const shown = this.sigma.getNodeDisplayData(id);
    if (shown) void this.sigma.getCamera().animate({ x: shown.x, y: shown.y, ratio: Math.min(this.sigma.getCamera().ratio, 0.7) }, { duration: still() ? 0 : 300 });
  }

  zoom(factor: number): void {
    const camera = this.sigma.getCamera();
    void camera.animate({ ratio: factor === 0 ? 1 : camera.ratio * factor, ...(factor === 0 ? { x: 0.5, y: 0.5 } : {}) }, { duration: still() ? 0 : 150 });
  }

  private arrange(picture: Picture, rounds: number): void {
    this.order = [...picture.things.keys()];
    const index = new Map(this.order.map((id, n) => [id, n]));
    const count = this.order.length, lines = [...picture.lines.values()].filter((line) => line.source !== line.target);
    const masses = new Float32Array(count).fill(1);
    const sources = Uint32Array.from(lines, (line) => index.get(line.source)!), targets = Uint32Array.from(lines, (line) => index.get(line.target)!);
    lines.forEach((_, n) => { masses[sources[n]!]! += 1; masses[targets[n]!]! += 1; });
    const at = this.order.map((id) => this.places.get(id)!);
    const work: Work = { xs: Float32Array.from(at, (p) => p.x), ys: Float32Array.from(at, (p) => p.y), masses, sources, targets, rounds };
    if (count) this.worker.postMessage(work);
  }

  private move({ xs, ys, done }: Told): void {
    if (xs.length !== this.order.length || (still() && !done)) return;
    this.order.forEach((id, n) => this.places.set(id, { x: xs[n]!, y: ys[n]! }));
    this.graph.updateEachNodeAttributes((id, attributes) => Object.assign(attributes, this.places.get(id) as Placed), { attributes: ["x", "y"] });
    if (!done) return;
    this.sigma.refresh();
    if (this.look.marks) this.fit();
    this.hearing.settled();
  }

  private listen(): void {
    this.sigma.on("clickNode", ({ node }) => this.hearing.pick(node));
    this.sigma.on("clickStage", ({ event }) => {
      const key = this.many() ? this.lineAt(event.x, event.y) : null;
      if (this.many()) this.tell(key, event.x, event.y);
      if (key === null) this.hearing.pick(null);
    });
    this.sigma.getCamera().on("updated", () => { if (this.many()) this.tell(null, 0, 0); });
    this.sigma.on("doubleClickNode", ({ node, preventSigmaDefault }) => { preventSigmaDefault(); this.hearing.open(node); });
    this.sigma.on("enterNode", () => { this.onNode = true; this.container.style.cursor = "pointer"; });
    this.sigma.on("leaveNode", () => { this.onNode = false; this.container.style.cursor = ""; });
    let waiting = false;
    this.sigma.getMouseCaptor().on("mousemovebody", ({ x, y }) => {
      if (waiting) return;
      waiting = true;
      requestAnimationFrame(() => { waiting = false; this.point(x, y); });
    });
  }

  /** Whether there are so many links that only a click looks for one. */
  private many(): boolean {
    return this.graph.size > this.lookedAt;
  }

  private point(x: number, y: number): void {
    if (!this.many()) this.tell(this.onNode ? null : this.lineAt(x, y), x, y);
  }

  /** Tells a link, once when it changes. */
  private tell(key: string | null, x: number, y: number): void {
    if (key === this.under) return;
    this.under = key;
    if (key === null) return this.hearing.over(null, x, y);
    const [source, target] = this.graph.extremities(key);
    this.hearing.over({ source, target, type: this.graph.getEdgeAttribute(key, "kind") as string }, x, y);
  }

  private lineAt(x: number, y: number): string | null {
    const at = new Map<string, { x: number; y: number }>();
    this.graph.forEachNode((id, place) => at.set(id, this.sigma.graphToViewport(place as Placed)));
    let best: string | null = null, least = NEAR;
    this.graph.forEachEdge((key, _, source, target) => {
      const a = at.get(source)!, b = at.get(target)!;
      const dx = b.x - a.x, dy = b.y - a.y, length = dx * dx + dy * dy;
      const part = length ? Math.max(0, Math.min(1, ((x - a.x) * dx + (y - a.y) * dy) / length)) : 0;
      const away = Math.hypot(x - a.x - part * dx, y - a.y - part * dy);
      if (away < least) { least = away; best = key; }
    });
    return best;
  }

  private settings(): Partial<Settings> {
    return {
      allowInvalidContainer: true, zIndex: true, defaultEdgeType: "line", labelDensity: 0.6, labelGridCellSize: 110, labelSize: 12.5, minCameraRatio: 0.02,
      maxCameraRatio: 6, minEdgeThickness: 1.2, labelFont: "system-ui, sans-serif",
      edgeProgramClasses: { line: EdgeRectangleProgram, arrow: EdgeArrowProgram, curved: EdgeCurvedArrowProgram },
      nodeReducer: (id, data) => this.node(id, data), edgeReducer: (key, data) => this.edge(key, data),
      defaultDrawNodeLabel: (context, data, settings) => this.label(context, data, settings.labelSize),
      defaultDrawNodeHover: (context, data, settings) => this.hover(context, data, settings.labelSize),
    };
  }

  private node(id: string, data: Record<string, unknown>): Partial<NodeDisplayData> {
    const { theme, chosen, marks } = this.look;
    const size = data["size"] as number;
    const plain = { x: data["x"] as number, y: data["y"] as number, label: data["label"] as string, size, zIndex: 1, color: entityColour(data["kind"] as string, theme) };
    if (id === chosen) return { ...plain, highlighted: true, forceLabel: true, size: size + 3, zIndex: 3, ...(marks?.byHop ? { color: hopColour(0, theme) } : {}) };
    if (marks) {
      const hop = marks.hops.get(id);
      if (hop === undefined) return { ...plain, color: ground("faded", theme), label: null, zIndex: 0 };
      return { ...plain, size: size + 1, forceLabel: marks.hops.size < 60, zIndex: 2, ...(marks.byHop ? { color: hopColour(hop, theme) } : {}) };
    }
    if (this.idle.has(id)) return { ...plain, color: ground("faded", theme), zIndex: 0 };
    return this.near.has(id) ? { ...plain, forceLabel: this.near.size < 40, zIndex: 2 } : plain;
  }

  private edge(key: string, data: Record<string, unknown>): Partial<EdgeDisplayData> {
    const { theme, chosen, marks } = this.look;
    const plain = { ...(data as Partial<EdgeDisplayData>), size: 2.2, color: relationColour(data["kind"] as string, theme), zIndex: 1 };
    if (data["ended"]) return { ...plain, color: ground("faded", theme), size: 1, zIndex: 0 };
    if (marks) return marks.lines.has(key) ? { ...plain, size: 3.4, zIndex: 2 } : { ...plain, color: ground("fadedEdge", theme), zIndex: 0 };
    if (chosen && this.near.size) {
      const [source, target] = this.graph.extremities(key);
      return source === chosen || target === chosen ? { ...plain, size: 2.4, zIndex: 2 } : plain;
    }
    return plain;
  }

  /** The name beside a thing, on its left where the right edge would cut it, and legible over what it crosses. */
  private label(context: CanvasRenderingContext2D, data: { x: number; y: number; size: number; label: string | null }, size: number): void {
    if (!data.label) return;
    const { theme } = this.look;
    context.font = `${size}px system-ui, sans-serif`;
    const width = context.measureText(data.label).width, right = data.x + data.size + 3;
    const at = right + width > this.container.clientWidth ? data.x - data.size - 3 - width : right;
    context.lineWidth = 3;
    context.lineJoin = "round";
    context.strokeStyle = ground("box", theme);
    context.strokeText(data.label, at, data.y + size / 3);
    context.fillStyle = ground("label", theme);
    context.fillText(data.label, at, data.y + size / 3);
  }

  private hover(context: CanvasRenderingContext2D, data: { x: number; y: number; size: number; label: string | null }, size: number): void {
    const { theme } = this.look;
    context.beginPath();
    context.arc(data.x, data.y, data.size + 2.5, 0, 2 * Math.PI);
    context.strokeStyle = ground("chosen", theme);
    context.lineWidth = 2;
    context.stroke();
    if (!data.label) return;
    context.font = `600 ${size}px system-ui, sans-serif`;
    const width = context.measureText(data.label).width + 12, left = data.x + data.size + 5, top = data.y - size / 2 - 5;
    context.fillStyle = ground("box", theme);
    context.globalAlpha = 0.92;
    context.fillRect(left - 4, top, width, size + 10);
    context.globalAlpha = 1;
    context.fillStyle = ground("label", theme);
    context.fillText(data.label, left + 2, data.y + size / 3);
  }
}

function still(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}
