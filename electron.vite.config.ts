import { defineConfig } from "electron-vite";
import { pieceSets } from "./scripts/piece-sets.ts";
import { quickBuiltins } from "./scripts/quick-builtins.ts";

/** What is compiled in, with its licences: scripts/third-party.mjs makes one list of it all. */
const license = { fileName: "licences.json" };

// Everything but Electron, Node's own modules and the engine's files is bundled, so that out/ runs by itself.
export default defineConfig({
  main: {
    plugins: [quickBuiltins],
    build: {
      externalizeDeps: false,
      license,
      rolldownOptions: {
        input: { index: "src/main/index.ts", headless: "src/main/headless.ts", kibitz: "src/cli/kibitz.ts" },
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
    // electron-vite insists on relative addresses, which would miss from /game/4821.
    plugins: [pieceSets, { name: "absolute-addresses", enforce: "post", config: () => ({ base: "/" }) }],
    // The same pages are shown in the person's browser, which is not always as new as Electron.
    build: {
      target: "es2022",
      minify: true,
      license,
      // Of the drawings, most pages show one set: the others are files of their own, fetched where they are chosen.
      assetsInlineLimit: (file) => (/\/art\/(?!kibitz\/)/.test(file.replaceAll("\\", "/")) ? false : undefined),
      rolldownOptions: {
        input: { index: "src/renderer/index.html" },
        optimization: { inlineConst: true },
        // What every page needs is one file, and not one for each set of later parts that share some of it.
        output: { codeSplitting: { groups: [{ name: "first-page", tags: ["$initial"] }] } },
      },
    },
  },
});
