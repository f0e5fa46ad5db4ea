/// <reference types="vite/client" />
declare module "graphology-layout-forceatlas2/iterate" {
  export default function iterate(settings: Record<string, number | boolean>, nodes: Float32Array, edges: Float32Array): unknown;
}
