import { afterAll, expect, test } from "vitest";
import { silentLog } from "../../src/main/base/log.ts";
import { createAnalyst } from "../../src/main/players/stockfish/analyst.ts";
import { createReplays } from "../../src/main/views/game/replay.ts";
import { scorerBy } from "../../src/main/views/game/review.ts";
import { openGames, sure } from "../live-games/support.ts";

const analyst = createAnalyst({ log: silentLog });
afterAll(() => analyst.close());

test("the referee's engine scores each position of a game from the first seat's side", async () => {
  await using place = openGames();
  const { signal } = new AbortController();
  const score = scorerBy({ analyst, replays: createReplays() });
  const agent = (name: string) => ({ kind: "agent", name, settings: {}, connection: null }) as const;
  const opened = async (kind: string, options: Readonly<Record<string, unknown>>) =>
    sure(
      await place.games.create({
        kind,
        options,
        players: [agent("Ada"), agent("Boole")],
        clock: null,
        legalMoves: "shown",
        rematchOf: null,
      }),
    );
  // White is a rook ahead, and may mate at once; black has nothing.
  const { state } = await opened("chess", { fen: "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1" });
  sure(await place.games.play(state.id, "white", { text: "h3" }));
  sure(await place.games.play(state.id, "black", { text: "f6" }));
  const live = sure(await place.games.get(state.id));
  const told = [];
  for (const ply of [0, 1, 2]) told.push(sure(await score(live, ply, signal)));
  expect(told[0]).toBe(100_000);
  for (const each of told.slice(1)) expect(each).toBeGreaterThan(300);
  // By nodes alone, so that load changes no score: another process comes to the same.
  const another = createAnalyst({ log: silentLog });
  try {
    const efforts: unknown[] = [];
    const look: typeof another.look = (fen, moves, stop, effort) => {
      efforts.push(effort?.nodes);
      return another.look(fen, moves, stop, effort);
    };
    const again = scorerBy({ analyst: { ...another, look }, replays: createReplays() });
    expect([sure(await again(live, 2, signal)), efforts]).toEqual([told[2], [expect.any(Number)]]);
  } finally {
    await another.close();
  }
  const other = await opened("chess", { fen: "3r2k1/5ppp/8/8/8/8/5PPP/6K1 w - - 0 1" });
  expect(sure(await score(other, 0, signal))).toBeLessThan(-300);
  expect(await score(await opened("tic-tac-toe", {}), 0, signal)).toMatchObject({
    ok: false,
    code: "INVALID_ARGUMENT",
  });
});
