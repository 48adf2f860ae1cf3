// Ends in one line where what `npm ci` brings is not here. Imported first, by older Nodes as well.
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const modules = fileURLToPath(new URL("../node_modules", import.meta.url));

/** What is missing and how to get it, or null. */
function missing() {
  if (!existsSync(modules)) return "run npm ci first: it brings the Node and the packages that Kibitz runs on.";
  const isOld = Number.parseInt(process.versions.node, 10) < 24;
  if (isOld && existsSync(`${modules}/node/bin`))
    return "start this with npm, which finds the newer Node that npm ci brought.";
  if (isOld || !existsSync(`${modules}/electron-vite`))
    return "npm left out some of what Kibitz is built with: run npm ci --include=dev --ignore-scripts=false.";
  return null;
}

const problem = missing();
if (problem !== null) {
  process.stderr.write(`kibitz: ${problem}\n`);
  process.exit(1);
}
