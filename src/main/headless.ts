import { homeObstacle, keepCompiled, reachOwnMachineDirectly } from "./start/first-steps.ts";

const homeProblem = homeObstacle();
if (homeProblem !== null) {
  process.stderr.write(`kibitz: ${homeProblem}\n`);
  process.exit(1);
}
// The first import: everything imported after it is kept compiled, since compiling the host takes as long as the rest
// of its start.
keepCompiled();
reachOwnMachineDirectly(process.env);
const { serveHeadless } = await import("./start/serve-headless.ts");
void serveHeadless(import.meta.dirname, import.meta.filename.endsWith(".ts"));
