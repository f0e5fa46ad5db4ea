// Pieces of a graph that no link joins, put side by side: the largest in the middle, the others around it without a gap.

/** For each thing the number of its piece; pieces are numbered as they are met. */
export function pieces(count: number, sources: Uint32Array, targets: Uint32Array): { of: Uint32Array; count: number } {
  const parent = Uint32Array.from({ length: count }, (_, n) => n);
  const root = (n: number): number => {
    while (parent[n] !== n) n = parent[n] = parent[parent[n]!]!;
    return n;
  };
  sources.forEach((source, n) => { parent[root(source)] = root(targets[n]!); });
  const numbers = new Map<number, number>();
  const of = new Uint32Array(count);
  for (let n = 0; n < count; n++) {
    const at = root(n);
    if (!numbers.has(at)) numbers.set(at, numbers.size);
    of[n] = numbers.get(at)!;
  }
  return { of, count: numbers.size };
}

const GOLDEN = Math.PI * (3 - Math.sqrt(5));
const GAP = 30;

/** Moves each piece as a whole; what its things are to each other stays. */
export function pack(xs: Float32Array, ys: Float32Array, of: Uint32Array, count: number): void {
  const circles = Array.from({ length: count }, () => ({ x: 0, y: 0, size: 0, reach: 0, toX: 0, toY: 0 }));
  of.forEach((piece, n) => { const c = circles[piece]!; c.x += xs[n]!; c.y += ys[n]!; c.size++; });
  for (const c of circles) { c.x /= c.size; c.y /= c.size; }
  of.forEach((piece, n) => { const c = circles[piece]!; c.reach = Math.max(c.reach, Math.hypot(xs[n]! - c.x, ys[n]! - c.y)); });
  const stand: typeof circles = [];
  for (const c of [...circles].sort((a, b) => b.size - a.size || b.reach - a.reach)) {
    for (let t = 0; ; t++) {
      const away = 9 * Math.sqrt(t) * 1.6;
      c.toX = away * Math.cos(t * GOLDEN);
      c.toY = away * Math.sin(t * GOLDEN);
      if (stand.every((o) => Math.hypot(o.toX - c.toX, o.toY - c.toY) >= o.reach + c.reach + GAP)) break;
    }
    stand.push(c);
  }
  of.forEach((piece, n) => { const c = circles[piece]!; xs[n]! += c.toX - c.x; ys[n]! += c.toY - c.y; });
}
