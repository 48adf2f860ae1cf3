import type { Figure, Section } from "../section.ts";
import { openAgentGame } from "../support/agent-game.ts";
import { httpCaller } from "../support/callers.ts";
import { longGame } from "../support/long-game.ts";
import { median, timed } from "../support/measure.ts";
import { startKibitz } from "../support/processes.ts";
import { openGame, openTables } from "../support/tables-at.ts";

/** Plies around 10 and around 300, as many before as after. */
const EARLY = { from: 6, to: 15 };
const LATE = { from: 296, to: 305 };

/** Whether a move grows dearer as the game grows longer. */
export const length: Section = {
  name: "length",
  title: "A move at ply 300, against one at ply 10 of the same game",
  run: async (say) => {
    say("tables");
    const { tables, close } = openTables(":memory:");
    const inProcess = await playLong("tables, in memory", 20, (plan) => openGame(tables, plan));
    await close();
    say("finishTurn over HTTP");
    await using kibitz = await startKibitz();
    const caller = httpCaller(kibitz.line);
    const throughMcp = await playLong("finishTurn over HTTP", 8, (plan) => openAgentGame(caller, plan));
    return [inProcess, throughMcp];
  },
};

async function playLong(
  name: string,
  games: number,
  open: (plan: readonly string[]) => Promise<() => Promise<void>>,
): Promise<Figure> {
  const plan = longGame();
  const found = { early: [] as number[], late: [] as number[] };
  // The first game warms up what the others use.
  for (let game = 0; game <= games; game += 1) {
    const play = await open(plan);
    for (let ply = 0; ply < LATE.to; ply += 1) {
      const took = await timed(play);
      if (game === 0) continue;
      if (ply >= EARLY.from && ply < EARLY.to) found.early.push(took);
      if (ply >= LATE.from) found.late.push(took);
    }
  }
  return {
    name: `${name}, ply 300`,
    value: median(found.late),
    unit: "ms",
    against: { name: "ply 10", value: median(found.early) },
  };
}
