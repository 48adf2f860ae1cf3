import { homeObstacle } from "./data/home.ts";
import { keepCompiled } from "./start/compiled.ts";

const obstacle = homeObstacle();
if (obstacle !== null) {
  process.stderr.write(`kibitz: ${obstacle}\n`);
  process.exit(1);
}
// First, and what is to be kept only after it: to compile the host takes as long as all else at its start.
keepCompiled();
const { serveHeadless } = await import("./start/serve-headless.ts");
void serveHeadless(import.meta.dirname, import.meta.filename.endsWith(".ts"));
