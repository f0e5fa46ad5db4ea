// Where things stand at first: the same place on every call, groups apart, what most is said of in the middle.
import type { Picture } from "./picture";

export interface Place { x: number; y: number }

function fraction(text: string, seed: number): number {
  let hash = 2166136261 ^ seed;
  for (let n = 0; n < text.length; n++) hash = Math.imul(hash ^ text.charCodeAt(n), 16777619);
  hash ^= hash >>> 13;
  hash = Math.imul(hash, 0x5bd1e995);
  return ((hash ^ (hash >>> 15)) >>> 0) / 4294967296;
}

const GOLDEN = Math.PI * (3 - Math.sqrt(5));

/** Gives each thing without a place one: beside a neighbour that has one, else in the circle of its group. */
export function placed(picture: Picture, known: Map<string, Place>): void {
  const sizes = new Map<number, number>();
  for (const thing of picture.things.values()) sizes.set(thing.topic, (sizes.get(thing.topic) ?? 0) + 1);
  const centres = new Map<number, Place & { reach: number }>();
  const spread = 14 * Math.sqrt(picture.things.size + 1);
  [...sizes].sort((a, b) => b[1] - a[1] || a[0] - b[0]).forEach(([topic, size], n) => {
    const away = topic === -1 && sizes.size === 1 ? 0 : spread * Math.sqrt(n / Math.max(sizes.size, 1));
    centres.set(topic, { x: away * Math.cos(n * GOLDEN), y: away * Math.sin(n * GOLDEN), reach: 14 * Math.sqrt(size) });
  });
  const fresh = [...picture.things.values()].filter((thing) => !known.has(thing.id));
  const grows = fresh.length < picture.things.size;
  const beside = grows ? besides(picture, known) : new Map<string, Place>();
  for (const thing of fresh) {
    const near = beside.get(thing.id);
    const centre = centres.get(thing.topic)!;
    const angle = 2 * Math.PI * fraction(thing.id, 1), reach = near ? 20 + 30 * fraction(thing.id, 2) : centre.reach * Math.sqrt(fraction(thing.id, 2));
    known.set(thing.id, { x: (near ?? centre).x + reach * Math.cos(angle), y: (near ?? centre).y + reach * Math.sin(angle) });
  }
}

function besides(picture: Picture, known: Map<string, Place>): Map<string, Place> {
  const found = new Map<string, Place>();
  for (const line of picture.lines.values())
    for (const [one, other] of [[line.source, line.target], [line.target, line.source]] as const) {
      const place = known.get(other);
      if (!known.has(one) && place && !found.has(one)) found.set(one, place);
    }
  return found;
}
