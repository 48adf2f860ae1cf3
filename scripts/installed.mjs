// Ends in one line where what `npm ci` brings is not here. npm's scripts take it in front (`--import`), since an older Node
// cannot even read what it would be imported by.
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { tooOldForNpm } from "./npm-node.mjs";

const { platform, arch, versions } = process;
const modules = fileURLToPath(new URL("../node_modules", import.meta.url));

/** The missing part and how to get it, or null. */
function missing() {
  if (!existsSync(modules)) return "run npm ci first: it brings the Node and the packages that Kibitz runs on.";
  if (Number.parseInt(versions.node, 10) < 24)
    return existsSync(`${modules}/node-${platform}-${arch}/bin`)
      ? "start this with npm, which takes the newer Node that npm ci brought (npm run prepare has npm find it)."
      : `Node ${versions.node} is too old, and npm brought no newer one for ${platform} on ${arch}: ` +
          "run npm ci --include=optional, or install Node 24 or newer from https://nodejs.org.";
  if (!existsSync(`${modules}/electron-vite`))
    return "npm left out some of what Kibitz is built with: run npm ci --include=dev.";
  return null;
}

const problem = tooOldForNpm(process.env["npm_config_user_agent"]) ?? missing();
if (problem !== null) {
  process.stderr.write(`kibitz: ${problem}\n`);
  process.exit(1);
}
