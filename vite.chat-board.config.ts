import { defineConfig } from "vite";
import { viteSingleFile } from "vite-plugin-singlefile";
import { leanGround } from "./scripts/lean-ground.ts";
import { onlyGame } from "./scripts/only-game.ts";

// One document with everything in it: hosts show it in a frame that may load nothing. The build makes it once with all
// games, as a resource of the server, and once for each game, since older hosts get the page with each answer: then the
// mode is the game.
export default defineConfig(({ mode }) => ({
  root: "src/renderer/chat-board",
  publicDir: false,
  plugins: [
    leanGround,
    ...(mode === "production" ? [] : [onlyGame(mode)]),
    viteSingleFile({ removeViteModuleLoader: true }),
  ],
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
}));
