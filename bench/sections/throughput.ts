import type { Figure, Section } from "../section.ts";
import { openAgentGame } from "../support/agent-game.ts";
import { type Caller, httpCaller, socketCaller } from "../support/callers.ts";
import { longGame } from "../support/long-game.ts";
import { timed } from "../support/measure.ts";
import { startKibitz, startNoOp } from "../support/processes.ts";

const GAMES = 100;
/** Rounds that are played before it counts: until then the compilers are at work. */
const WARM_UP = 20;
const ROUNDS = 100;

/** How many moves a second a host acknowledges when a hundred games go on, against calls that do nothing. */
export const throughput: Section = {
  name: "throughput",
  title: `Acknowledged moves, ${GAMES} games at once, against no-op calls (same SDK, same door, as many at once)`,
  run: async (say) => {
    await using kibitz = await startKibitz();
    await using noOp = await startNoOp();
    using socket = await socketCaller(kibitz.line);
    using bareSocket = await socketCaller(noOp.line);
    const doors: readonly (readonly [label: string, caller: Caller, bare: Caller])[] = [
      ["HTTP, new era", httpCaller(kibitz.line), httpCaller(noOp.line)],
      ["socket", socket, bareSocket],
    ];
    const figures: Figure[] = [];
    for (const [label, caller, bare] of doors) {
      say(label);
      const plan = longGame();
      const plays = await Promise.all(Array.from({ length: GAMES }, () => openAgentGame(caller, plan)));
      const spent = { moves: 0, calls: 0 };
      // They take turns, because the machine is quick in one moment and slow in the next.
      for (let round = 0; round < WARM_UP + ROUNDS; round += 1) {
        const moves = await timed(() => Promise.all(plays.map((play) => play())));
        const calls = await timed(() => Promise.all(plays.map(() => bare.call("noop"))));
        if (round < WARM_UP) continue;
        spent.moves += moves;
        spent.calls += calls;
      }
      const perSecond = (ms: number) => (ROUNDS * GAMES * 1000) / ms;
      figures.push({
        name: `${label}: finishTurn`,
        value: perSecond(spent.moves),
        unit: "per s",
        against: { name: "no-op tool", value: perSecond(spent.calls) },
      });
    }
    return figures;
  },
};
