// What is drawn: things and links, whichever question they came from.
import type { Brief, GraphAnswer, Link, Neighbours } from "../model";

export interface Thing { id: string; name: string; type: string; topic: number }
export interface Line { key: string; source: string; target: string; type: string; ended: boolean }
export interface Picture { things: Map<string, Thing>; lines: Map<string, Line>; total: number; truncated: boolean }

export const keyOf = (source: string, type: string, target: string): string => `${source} ${type} ${target}`;

export function nothing(): Picture {
  return { things: new Map(), lines: new Map(), total: 0, truncated: false };
}

export function fromGraph(answer: GraphAnswer): Picture {
  const { nodes, links } = answer;
  const picture: Picture = { ...nothing(), total: answer.total, truncated: answer.truncated };
  nodes.ids.forEach((id, n) => picture.things.set(id, { id, name: nodes.names[n]!, type: nodes.types[n]!, topic: nodes.topics[n]! }));
  const ended = new Set(links.ended);
  links.sources.forEach((a, n) => {
    const source = nodes.ids[a]!, target = nodes.ids[links.targets[n]!]!, type = links.types[n]!;
    const key = keyOf(source, type, target);
    picture.lines.set(key, { key, source, target, type, ended: ended.has(n) });
  });
  return picture;
}

export function addThing(picture: Picture, entity: Brief): void {
  if (!picture.things.has(entity.id)) picture.things.set(entity.id, { ...entity, topic: -1 });
}

export function addLine(picture: Picture, source: string, type: string, target: string): void {
  const key = keyOf(source, type, target);
  const turned = keyOf(target, type, source);
  if (!picture.lines.has(key) && !(type === "related_to" && picture.lines.has(turned)))
    picture.lines.set(key, { key, source, target, type, ended: false });
}

/** Adds one thing with its neighbours. */
export function addNeighbours(picture: Picture, answer: Neighbours): void {
  addThing(picture, answer.entity);
  for (const { entity, links } of answer.neighbours) {
    addThing(picture, entity);
    for (const link of links) addLinkOf(picture, answer.entity.id, entity.id, link);
  }
}

function addLinkOf(picture: Picture, here: string, there: string, link: Link): void {
  if (link.direction === "in") addLine(picture, there, link.type, here);
  else addLine(picture, here, link.type, there);
}

export interface Filters { hiddenTypes: Set<string>; hiddenRelations: Set<string>; isolated: boolean; keep: Set<string> }

/** The part of it that the filters let through. */
export function filtered(picture: Picture, filters: Filters): Picture {
  const things = new Map([...picture.things].filter(([id, t]) => !filters.hiddenTypes.has(t.type) || filters.keep.has(id)));
  const lines = new Map(
    [...picture.lines].filter(([, l]) => !filters.hiddenRelations.has(l.type) && things.has(l.source) && things.has(l.target)));
  if (!filters.isolated) {
    const linked = new Set<string>(filters.keep);
    for (const line of lines.values()) linked.add(line.source).add(line.target);
    for (const id of things.keys()) if (!linked.has(id)) things.delete(id);
  }
  return { ...picture, things, lines };
}

/** How many links each thing has, ended ones aside. */
export function degrees(picture: Picture): Map<string, number> {
  const found = new Map<string, number>();
  for (const line of picture.lines.values()) {
    if (line.ended) continue;
    for (const end of [line.source, line.target]) found.set(end, (found.get(end) ?? 0) + 1);
  }
  return found;
}
