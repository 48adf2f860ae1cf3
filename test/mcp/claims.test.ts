import { afterEach, beforeEach, expect, test } from "vitest";
import { type Chat, openAgentHost } from "./agent-host.ts";

/** The checks before a move is played, in their order. */

let place: ReturnType<typeof openAgentHost>;
let white: Chat;
let black: Chat;
beforeEach(async () => {
  place = openAgentHost();
  white = await place.connect();
  black = await place.connect();
});
afterEach(() => place[Symbol.asyncDispose]());

async function game(options: Record<string, unknown> = {}): Promise<string> {
  const { game_id } = (await white.call("createGame", { type: "agent", ...options })).data;
  await black.call("joinGame", { game_id });
  return game_id;
}

/** Plays in turns, White first. */
async function play(game_id: string, moves: readonly string[]): Promise<void> {
  for (const [index, move] of moves.entries())
    await (index % 2 === 0 ? white : black).call("finishTurn", { game_id, move });
}

test("a claim tells nothing of a choice that is hidden", async () => {
  const answers = new Set<string>();
  for (const hidden of ["2", "3"]) {
    const game_id = await game({ game: "odd-even", rounds: 1 });
    await black.call("finishTurn", { game_id, move: hidden });
    for (const claim of ["claim_win", "claim_draw"]) {
      const refused = await white.call("finishTurn", { game_id, move: "1", [claim]: true });
      expect(refused.data.error.code).toBe("INVALID_ARGUMENT");
      answers.add(refused.text.replaceAll(game_id, "ID").replace(/seat_token\W+[\w-]+/g, ""));
    }
  }
  expect([...answers]).toHaveLength(1);
});

const shuffle = ["Nf3", "Nf6", "Ng1", "Ng8", "Nf3", "Nf6", "Ng1", "Ng8"];

test("a draw that could be claimed without a move is not given for one that does not exist", async () => {
  const game_id = await game();
  await play(game_id, shuffle);
  const refused = await white.call("finishTurn", { game_id, move: "e2e5", claim_draw: true });
  expect(refused.data.error.code).toBe("ILLEGAL_MOVE");
  const drawn = await white.call("finishTurn", { game_id, move: "e2e4", claim_draw: true });
  expect(drawn.data.result).toMatchObject({ winner: null, reason: "threefold-repetition" });
});

test("the end of a game is told before a stale ply is, and a repeated last move answers as it did", async () => {
  const game_id = await game();
  await play(game_id, ["f3", "e5", "g4", "Qh4#"]);
  expect((await white.call("finishTurn", { game_id, move: "e4", ply: 2 })).data.error.code).toBe("GAME_OVER");
  const again = await black.call("finishTurn", { game_id, move: "Qh4#", ply: 3 });
  expect(again.data).toMatchObject({ status: "game_over", result: { winner: "black" } });
});

test("a wrongly claimed draw is told what a draw is in that game", async () => {
  const game_id = await game({ game: "tic-tac-toe" });
  const { data, text } = await white.call("finishTurn", { game_id, move: "b2", claim_draw: true });
  expect(data.error).toEqual({
    code: "CLAIM_FAILED",
    message: "Move rejected: You claimed a Draw, but this move does not fill the board without three in a row.",
  });
  expect(text).not.toMatch(/repetition|fifty/);
});
