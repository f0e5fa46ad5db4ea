// The layout, off the page's thread. It has no chance in it: the same graph from the same places comes to the same picture.
import iterate from "graphology-layout-forceatlas2/iterate";
import { pack, pieces } from "./packing";

export interface Work { xs: Float32Array; ys: Float32Array; masses: Float32Array; sources: Uint32Array; targets: Uint32Array; rounds: number }
export interface Told { xs: Float32Array; ys: Float32Array; done: boolean }

const NODE = 10, EDGE = 3; // numbers that the algorithm keeps for a node and for an edge
let turn = 0;

onmessage = ({ data }: MessageEvent<Work>): void => {
  const mine = ++turn;
  const count = data.xs.length;
  const nodes = new Float32Array(count * NODE);
  for (let n = 0; n < count; n++) nodes.set([data.xs[n]!, data.ys[n]!, 0, 0, 0, 0, data.masses[n]!, 1, 1, 0], n * NODE);
  const edges = new Float32Array(data.sources.length * EDGE);
  for (let n = 0; n < data.sources.length; n++) edges.set([data.sources[n]! * NODE, data.targets[n]! * NODE, 1], n * EDGE);
  const settings = {
    linLogMode: false, outboundAttractionDistribution: count > 300, adjustSizes: false, edgeWeightInfluence: 0, scalingRatio: count > 300 ? 12 : 20,
    strongGravityMode: false, gravity: count > 300 ? 0.6 : 1.2, slowDown: 1 + Math.log(count + 1), barnesHutOptimize: count > 600, barnesHutTheta: 0.7,
  };
  const apart = pieces(count, data.sources, data.targets);
  const packed = apart.count > 1 && apart.count <= 400;
  settings.strongGravityMode = apart.count > 400;
  let round = 0;
  const step = (): void => {
    if (mine !== turn) return; // another graph has come meanwhile
    const until = performance.now() + 120;
    while (round < data.rounds && performance.now() < until) {
      iterate(settings, nodes, edges);
      round++;
    }
    const xs = new Float32Array(count), ys = new Float32Array(count);
    for (let n = 0; n < count; n++) {
      xs[n] = nodes[n * NODE]!;
      ys[n] = nodes[n * NODE + 1]!;
    }
    if (packed) pack(xs, ys, apart.of, apart.count);
    const told: Told = { xs, ys, done: round >= data.rounds };
    postMessage(told, { transfer: [xs.buffer, ys.buffer] });
    if (!told.done) setTimeout(step);
  };
  step();
};
