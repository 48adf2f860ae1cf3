import { defineConfig } from "electron-vite";

// Everything but Electron, Node's own modules and the engine's files is bundled, so that out/ runs by itself.
export default defineConfig({
  main: {
    build: {
      externalizeDeps: false,
      rolldownOptions: {
        input: { index: "src/main/index.ts", headless: "src/main/headless.ts" },
        output: { format: "es", entryFileNames: "[name].js", chunkFileNames: "chunks/[name]-[hash].js" },
      },
    },
  },
  preload: {
    build: {
      externalizeDeps: false,
      // A sandboxed preload is loaded as CommonJS.
      rolldownOptions: {
        input: { window: "src/preload/window.ts" },
        output: { format: "cjs", entryFileNames: "[name].cjs" },
      },
    },
  },
  renderer: {
    root: "src/renderer",
    oxc: { jsx: { importSource: "preact" } },
    build: { rolldownOptions: { input: { index: "src/renderer/index.html" } } },
  },
});
