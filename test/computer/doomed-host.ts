import { createEnginePool } from "../../src/main/computer/pool.ts";
import { createLog } from "../../src/main/log.ts";
import { endless, requestAfter, watchedLog } from "./support.ts";

/** A host that searches until it dies: writes the pids of its engines once they search, and what an interrupt made of it. */
const { log, seen } = watchedLog();
const complaints = createLog("warn");
const engine = createEnginePool({
  size: 2,
  levels: [endless],
  log: { ...log, warn: complaints.warn, error: complaints.error },
});
process.on("SIGINT", () => engine.close());
const searching = seen(/info depth 8/);
const answers = [engine.chooseMove(requestAfter([])), engine.chooseMove(requestAfter(["e2e4"]))];
await searching;
process.stdout.write(`${JSON.stringify(engine.pids)}\n`);
process.stdout.write(`${JSON.stringify(await Promise.all(answers))}\n`);
