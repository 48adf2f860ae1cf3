import { expect, test } from "vitest";
import { definitionOf } from "../../src/games/register.ts";
import { strategyMover } from "../../src/main/league-v1/programs/movers.ts";
import { moveRequest } from "../../src/main/league-v1/protocol.ts";
import { sure } from "../live-games/support.ts";

const moveOf = (strategy: string, game_state: object) => {
  const envelope = { protocol: "league.v1", message_type: "MOVE_REQUEST", league_id: "1", conversation_id: "c" };
  const told = { ...envelope, sender: "referee:r", timestamp: "now", round_number: 1, game_state };
  return strategyMover(strategy, () => 0)(moveRequest.parse(told), new AbortController().signal);
};

test("a player moves by its strategy where the position is told as a Kibitz tells it, and else by chance", async () => {
  const { options, rules } = definitionOf("tic-tac-toe");
  let state = sure(rules.start(options.parse({})));
  for (const [seat, move] of [
    ["X", "a1"],
    ["O", "b1"],
    ["X", "a2"],
    ["O", "b2"],
  ] as const)
    state = sure(rules.play(state, seat, move)).state;
  const told = { game: "tic-tac-toe", your_role: "X", legal_moves: rules.legalMoves(state, "X") };
  const view = { ...rules.view(state, "X") };
  expect(sure(await moveOf("perfect", { ...told, view })).move).toBe("a3");
  expect(told.legal_moves[0]).not.toBe("a3");
  for (const strange of ["X to move", { cells: "X to move" }, { kind: "tic-tac-toe", cells: "X to move" }])
    expect(sure(await moveOf("perfect", { ...told, view: strange }))).toEqual({
      move: told.legal_moves[0],
      metadata: { strategy: "perfect" },
    });
  expect(await moveOf("pattern", { ...told, view })).toMatchObject({ ok: false, code: "INVALID_ARGUMENT" });
  expect(await moveOf("random", { game: "tic-tac-toe" })).toMatchObject({ ok: false, code: "INVALID_ARGUMENT" });
});
