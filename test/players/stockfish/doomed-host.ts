import { createLog } from "../../../src/main/base/log.ts";
import { levels } from "../../../src/main/players/stockfish/levels.ts";
import { createEnginePool } from "../../../src/main/players/stockfish/pool.ts";
import { endless, requestAfter, searchLine, watchedLog } from "./support.ts";

/** A host that searches until it dies. It writes the pids of its engines: once they search, and after an interrupt. */
const { log, seen } = watchedLog();
const { warn, error } = createLog("warn", "text");
const engine = createEnginePool({ size: 2, levels: [endless, ...levels], log: { ...log, warn, error } });
const ends = new AbortController();
const search = () => engine.chooseMove(requestAfter([], { level: 1, signal: ends.signal }));
const writePids = () => process.stdout.write(`${JSON.stringify(engine.pids)}\n`);

process.on("SIGINT", async () => {
  ends.abort();
  const move = () => engine.chooseMove(requestAfter([], { level: 2 }));
  await Promise.all([move(), move()]);
  writePids();
  await engine.close();
});

const searching = seen(searchLine);
search();
search();
await searching;
writePids();
