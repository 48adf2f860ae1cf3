import type { Figure, Section } from "../section.ts";
import { openAgentGame } from "../support/agent-game.ts";
import { httpCaller } from "../support/callers.ts";
import { openGame, openGames } from "../support/games-at.ts";
import { longGame, positionAfter } from "../support/long-game.ts";
import { median, timed } from "../support/measure.ts";
import { startKibitz } from "../support/processes.ts";

/** Plies around 10 and around 300: the first of them and the one after the last. */
const EARLY = { from: 6, to: 15 };
const LATE = { from: 296, to: 305 };
/** How many plies lie between the two; even, so that white is to move after them. */
const BETWEEN = LATE.from - EARLY.from;

/**
 * Whether a move grows dearer as the game grows longer. A position late in a game may have more moves than one early
 * in it, which costs too; so ply 300 is also compared with the same moves in a game that was set up ten plies before.
 */
export const length: Section = {
  name: "length",
  title: "A move at ply 300, against one at ply 10",
  run: async (say) => {
    say("in process");
    const { games, close } = openGames(":memory:");
    const inProcess = await playLong("in process", 20, (plan, fen) => openGame(games, plan, fen));
    await close();
    say("finishTurn over HTTP");
    await using kibitz = await startKibitz();
    const caller = httpCaller(kibitz.line);
    const throughMcp = await playLong("finishTurn over HTTP", 8, (plan, fen) => openAgentGame(caller, plan, fen));
    return [...inProcess, ...throughMcp];
  },
};

type Open = (plan: readonly string[], fen?: string) => Promise<() => Promise<void>>;

async function playLong(name: string, games: number, open: Open): Promise<readonly Figure[]> {
  const plan = longGame();
  const fen = positionAfter(plan.slice(0, BETWEEN));
  const found = { early: [] as number[], late: [] as number[], setUp: [] as number[] };
  // The first game warms up what the others use.
  for (let game = 0; game <= games; game += 1) {
    const [play, playSetUp] = [await open(plan), await open(plan.slice(BETWEEN), fen)];
    for (let ply = 0; ply < LATE.to; ply += 1) {
      const took = await timed(play);
      if (game > 0 && ply >= EARLY.from && ply < EARLY.to) found.early.push(took);
      if (ply < BETWEEN) continue;
      const tookSetUp = await timed(playSetUp);
      if (game === 0 || ply < LATE.from) continue;
      found.late.push(took);
      found.setUp.push(tookSetUp);
    }
  }
  const late = { value: median(found.late), unit: "ms" } as const;
  return [
    { ...late, name: `${name}, ply 300`, against: { name: "ply 10", value: median(found.early) } },
    {
      ...late,
      name: `${name}, ply 300`,
      against: { name: "ply 10, same position", value: median(found.setUp) },
    },
  ];
}
