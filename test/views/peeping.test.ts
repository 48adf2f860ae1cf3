import { expect, test } from "vitest";
import { evaluationIn } from "../../src/main/games/machine/rights.ts";
import { stateOf } from "../live-games/machine/support.ts";
import { agent, computer } from "../live-games/support.ts";

const server = { ...computer(), settings: { endpoint: "http://127.0.0.1:8101/mcp" } };

test("an evaluation is hidden as long as somebody plays who could look at it", () => {
  expect(evaluationIn(stateOf({ players: [computer(), computer()] }))).toBe("allowed");
  expect(evaluationIn(stateOf({ players: [computer(), agent("Ann")] }))).toBe("off");
  // A player that is a server is asked for its moves, and may ask for others' opinion meanwhile.
  expect(evaluationIn(stateOf({ players: [computer(), server] }))).toBe("off");
});
