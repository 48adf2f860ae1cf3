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
  run: async (say, beside) => {
    await using kibitz = await startKibitz();
    await using noOp = await startNoOp();
    await using other = beside === null ? null : await startKibitz({ checkout: beside });
    using socket = await socketCaller(kibitz.line);
    using bareSocket = await socketCaller(noOp.line);
    using otherSocket = other && (await socketCaller(other.line));
    const doors: readonly (readonly [label: string, caller: Caller, bare: Caller, other: Caller | null])[] = [
      ["HTTP, new era", httpCaller(kibitz.line), httpCaller(noOp.line), other && httpCaller(other.line)],
      ["socket", socket, bareSocket, otherSocket],
    ];
    const figures: Figure[] = [];
    for (const [label, caller, bare, other] of doors) {
      say(label);
      const subjects = [
        { name: "finishTurn", calls: await gamesOver(caller) },
        { name: "no-op tool", calls: Array.from({ length: GAMES }, () => () => bare.call("noop")) },
        ...(other ? [{ name: `finishTurn, as built in ${beside}`, calls: await gamesOver(other) }] : []),
      ].map((subject) => ({ ...subject, spent: 0 }));
      // They take turns, because the machine is quick in one moment and slow in the next.
      for (let round = 0; round < WARM_UP + ROUNDS; round += 1) {
        for (const subject of round % 2 === 0 ? subjects : subjects.toReversed()) {
          const took = await timed(() => Promise.all(subject.calls.map((call) => call())));
          if (round >= WARM_UP) subject.spent += took;
        }
      }
      const [moves, ...others] = subjects.map(({ name, spent }) => ({ name, value: (ROUNDS * GAMES * 1000) / spent }));
      if (moves)
        for (const against of others)
          figures.push({ name: `${label}: ${moves.name}`, value: moves.value, unit: "per s", against });
    }
    return figures;
  },
};

async function gamesOver(caller: Caller): Promise<readonly (() => Promise<unknown>)[]> {
  const plan = longGame();
  return await Promise.all(Array.from({ length: GAMES }, () => openAgentGame(caller, plan)));
}
