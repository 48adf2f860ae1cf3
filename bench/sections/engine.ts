import { delimiter } from "node:path";
import { silentLog } from "../../src/main/base/log.ts";
import { stockfishOnPath } from "../../src/main/players/engines.ts";
import { type Engine, openEngine } from "../../src/main/players/stockfish/engine.ts";
import { isBestMove } from "../../src/main/players/stockfish/uci.ts";
import { startOwnEngine, titleIn } from "../../src/main/players/uci/own-engine.ts";
import { sure } from "../../test/live-games/support.ts";
import type { Figure, Section } from "../section.ts";
import { median } from "../support/measure.ts";

const ROUNDS = 3;
const SEARCH_MS = 1_000;
const LIMIT_MS = 30_000;
/** From the opening, the middlegame and the endgame. */
const positions = {
  opening: "r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3",
  middlegame: "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
  endgame: "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
};

/** How fast the engine that Kibitz ships looks at positions, beside a native Stockfish where this machine has one. */
export const engine: Section = {
  name: "engine",
  title: `Positions a second that Kibitz's engine looks at, one thread, against a native Stockfish, median of ${ROUNDS}`,
  run: async (say) => {
    // Debian puts it among the games, where the PATH of root does not lead.
    const path = stockfishOnPath([process.env["PATH"], "/usr/games"].join(delimiter));
    if (path === null) {
      say("skipped: there is no stockfish on the PATH (Debian: apt-get install stockfish)");
      return [];
    }
    const own = { name: "native", path, args: [], options: { Threads: "1", Hash: "16" }, move_ms: SEARCH_MS };
    const native = sure(await startOwnEngine(own, silentLog, new AbortController().signal));
    const ours = sure(openEngine(silentLog));
    try {
      const greeting = sure(await ours.ask(["uci", "isready"], (line) => line === "readyok", LIMIT_MS));
      const figures: Figure[] = [];
      for (const [name, fen] of Object.entries(positions)) {
        const found: { readonly ours: number; readonly native: number }[] = [];
        for (let round = 0; round < ROUNDS; round += 1)
          found.push({ ours: await speedOf(ours, fen), native: await speedOf(native.engine, fen) });
        say(name);
        figures.push({
          name: `${name}, ${titleIn(greeting)}`,
          value: median(found.map((each) => each.ours)),
          unit: "per s",
          against: { name: native.title, value: median(found.map((each) => each.native)) },
        });
      }
      return figures;
    } finally {
      await Promise.all([ours.kill(), native.engine.kill()]);
    }
  },
};

/** As the engine counts them, from an empty memory. */
async function speedOf(engine: Engine, fen: string): Promise<number> {
  const commands = ["ucinewgame", `position fen ${fen}`, `go movetime ${SEARCH_MS}`];
  const lines = sure(await engine.ask(commands, isBestMove, LIMIT_MS));
  const [, nps = "NaN"] = /^info .*\bnps (\d+)/.exec(lines.findLast((line) => / nps \d+/.test(line)) ?? "") ?? [];
  return Number(nps);
}
