import { expect, test } from "vitest";
import { viewGameState } from "../../../src/games/tic-tac-toe/tools/tools.ts";
import { refuse } from "../../../src/shared/result.ts";

const full = async () => refuse("LIMIT_REACHED", "There are too many games here. Try again later");

test("a game that cannot be created leads nobody back to the tool that could not create it", async () => {
  const host = { current: full, begin: full, play: full, say: full, waitForTurn: full, random: () => 0.5 };
  expect(await viewGameState.run({}, host)).toMatchObject({ ok: false, code: "LIMIT_REACHED", next: null });
});
