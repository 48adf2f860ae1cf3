import { createHash } from "node:crypto";
import { defineConfig, type Plugin } from "vite";
import { viteSingleFile } from "vite-plugin-singlefile";
import { pieceSets } from "./scripts/piece-sets.ts";

/** The page runs its own script and style and nothing else, and asks nobody for anything, wherever it is opened. */
const sealed: Plugin = {
  name: "sealed",
  enforce: "post",
  generateBundle: {
    order: "post",
    handler(_, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== "asset" || !file.fileName.endsWith(".html")) continue;
        const page = String(file.source);
        const hashes = (element: string) =>
          [...page.matchAll(new RegExp(`<${element}(?: (?!type="application/json")[^>]*)?>([^]*?)</${element}>`, "g"))]
            .map(([, text = ""]) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`)
            .join(" ");
        const policy = `default-src 'none'; script-src ${hashes("script")}; style-src ${hashes("style")}; img-src data:; base-uri 'none'; form-action 'none'`;
        file.source = page.replace(
          '<meta charset="utf-8">',
          () => `<meta charset="utf-8">\n    <meta http-equiv="Content-Security-Policy" content="${policy}">`,
        );
      }
    },
  },
};

// One document with everything in it: it is opened from disk, by people who have no Kibitz.
export default defineConfig({
  root: "src/renderer/replay",
  publicDir: false,
  plugins: [pieceSets, viteSingleFile({ removeViteModuleLoader: true }), sealed],
  build: {
    target: "es2022",
    outDir: "../../../out/replay",
    emptyOutDir: true,
    license: { fileName: "licences.json" },
    modulePreload: { polyfill: false },
    rolldownOptions: { input: "src/renderer/replay/replay.html" },
  },
});
