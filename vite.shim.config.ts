import { chmod } from "node:fs/promises";
import { builtinModules } from "node:module";
import { defineConfig } from "vite";

const file = "kibitz-mcp.mjs";

// One file that any Node from 18 on runs by itself: it is copied out of the application and started by other programs.
export default defineConfig({
  publicDir: false,
  // Without this, Vite would take the file for a page's and put empty modules in place of Node's.
  ssr: { noExternal: true },
  build: {
    ssr: "src/shim/kibitz-mcp.ts",
    target: "node18",
    outDir: "out/shim",
    license: { fileName: "licences.json" },
    minify: false,
    rolldownOptions: {
      external: [/^node:/, ...builtinModules],
      output: { format: "es", entryFileNames: file, codeSplitting: false },
    },
  },
  plugins: [
    {
      name: "executable",
      writeBundle: ({ dir = "" }) => chmod(`${dir}/${file}`, 0o755),
    },
  ],
});
