import { expect, test } from "vitest";
import { analysisOf } from "../../src/main/views/game-view.ts";
import { stateOf } from "../live-games/machine/support.ts";
import { agent, computer } from "../live-games/support.ts";

const server = { ...computer(), settings: { endpoint: "http://127.0.0.1:8101/mcp" } };

test("an evaluation is hidden as long as somebody plays who could look at it", () => {
  expect(analysisOf(stateOf({ players: [computer(), computer()] }))).toBe("allowed");
  expect(analysisOf(stateOf({ players: [computer(), agent("Ann")] }))).toBe("off");
  // A player that is a server is asked for its moves, and may ask for others' opinion meanwhile.
  expect(analysisOf(stateOf({ players: [computer(), server] }))).toBe("off");
});
