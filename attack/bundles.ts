import { parseArgs } from "node:util";
import { forge } from "./forgeries.ts";

// `npm run attack -- bundles [--changes 1000 --seed 1]`: changes bundles of leagues, and has each checked.

const { values } = parseArgs({
  options: { changes: { type: "string", default: "1000" }, seed: { type: "string", default: "1" } },
});
const { made, missed } = await forge(Number(values.changes), Number(values.seed));
for (const [kind, count] of made) process.stdout.write(`${kind}: ${count} changes\n`);
process.stdout.write(`${missed.length} not found\n`);
for (const each of missed) process.stderr.write(`${each}\n`);
if (missed.length > 0) process.exitCode = 1;
