import { defineConfig } from "vite";

// Everything is a file of its own below /assets: the page's policy allows no inline script, no inline style and no blob.
export default defineConfig({
  build: {
    outDir: "../graphmem_api/explorer",
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 700,
    target: "es2022",
  },
  worker: { format: "es" },
  esbuild: { jsx: "automatic", jsxImportSource: "preact" },
  server: { proxy: { "/graphql": { target: "http://127.0.0.1:8017", changeOrigin: true, headers: { origin: "http://127.0.0.1:8017" } } } },
});
