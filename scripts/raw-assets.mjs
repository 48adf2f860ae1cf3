import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { fileURLToPath } from "node:url";

// Loads `import text from "./file.svg?raw"`, and a PNG with `?inline`, as a bundler does, for sources that plain Node
// runs: node --import ./scripts/raw-assets.mjs bench/index.ts
registerHooks({
  load(url, context, nextLoad) {
    const [, kind] = /\?(raw|inline)$/.exec(url) ?? [];
    if (kind === undefined) return nextLoad(url, context);
    const file = readFileSync(fileURLToPath(url));
    const made = kind === "raw" ? file.toString("utf8") : `data:image/png;base64,${file.toString("base64")}`;
    return { format: "module", source: `export default ${JSON.stringify(made)};`, shortCircuit: true };
  },
});
