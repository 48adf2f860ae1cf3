import { expect, test } from "vitest";
import { evaluationIn } from "../../src/main/games/machine/rights.ts";
import { noEffort } from "../../src/main/players/effort.ts";
import { publicEvent } from "../../src/main/views/game-view.ts";
import { stateOf } from "../live-games/machine/support.ts";
import { agent, computer } from "../live-games/support.ts";

const server = { ...computer(), settings: { endpoint: "http://127.0.0.1:8101/mcp" } };

test("an evaluation is hidden as long as somebody plays who could look at it", () => {
  expect(evaluationIn(stateOf({ players: [computer(), computer()] }))).toBe("allowed");
  expect(evaluationIn(stateOf({ players: [computer(), agent("Ann")] }))).toBe("off");
  // A player that is a server is asked for its moves, and may ask for others' opinion meanwhile.
  expect(evaluationIn(stateOf({ players: [computer(), server] }))).toBe("off");
});

test.each(["chess", "odd-even"])(
  "what a model has answered in %s is shown when the game is over, and not before",
  (kind) => {
    const answer = {
      text: "A secret plan",
      length: 13,
      sha256: "0",
      form: "alone",
      finish: "stop",
      model: "m",
      sent: "{}",
    };
    const quoted = "no move in its answer: A secret plan";
    const effort = { ...noEffort, retries: 2, failures: [quoted], fallback: quoted, answer, votes: [answer] };
    const event = {
      type: "movePlayed",
      seat: "white",
      ply: 1,
      code: "1",
      text: "1",
      ms: 1,
      clock: null,
      effort,
      metadata: quoted,
    } as const;
    const state = stateOf({ kind, players: [computer(), computer()] });
    const hidden = publicEvent(event, state);
    expect(hidden).toMatchObject({ effort: { retries: 2, fallback: "shown when the game is over" } });
    expect(JSON.stringify(hidden)).not.toContain("secret");
    expect(publicEvent(event, { ...state, outcome: { winner: null, reason: "agreement" } })).toMatchObject({
      effort: { answer },
    });
  },
);
