import { defineConfig } from "vite";
import { viteSingleFile } from "vite-plugin-singlefile";
import { leanGround } from "./scripts/lean-ground.ts";

// One document with everything in it: hosts show it in a frame that may load nothing.
export default defineConfig({
  root: "src/renderer/chat-board",
  publicDir: false,
  plugins: [leanGround, viteSingleFile({ removeViteModuleLoader: true })],
  build: {
    target: "es2022",
    outDir: "../../../out/chat-board",
    emptyOutDir: true,
    license: { fileName: "licences.json" },
    // Preloading has nothing to load.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: "src/renderer/chat-board/board.html",
      // Reading a property does nothing else in anything that is in it.
      treeshake: { propertyReadSideEffects: false },
      optimization: { inlineConst: true },
    },
  },
});
