import { describe, expect, test } from "vitest";
import { sure } from "../live-games/support.ts";
import type { Answer } from "../support/agents.ts";
import { checkHalves } from "../support/halves.ts";
import { halves } from "../support/obedient-reader.ts";
import { type Answers, openAgentHost } from "./agent-host.ts";

/**
 * Claude Code and Codex give their models the structured half alone, Gemini CLI, opencode and others the text alone. Each
 * answer in the tests of this folder is checked for saying the same in both; here, what a game against a person needs.
 */

const read = ({ text, data }: Answer, half: (typeof halves)[number]): string =>
  half === "text" ? text : JSON.stringify(data);

describe.each(["2025", "2026"] as const)("in %s", (era) => {
  const refusals: [string, Answers][] = [
    ["is declined", () => ({ action: "decline" })],
    ["is closed", () => ({ action: "cancel" })],
    ["fails", () => Promise.reject(new Error("no form here"))],
  ];
  test.each(refusals)("a form that %s leads each half to the wait and the board", async (_, answers) => {
    await using place = openAgentHost();
    const chat = await place.connect({ era, answers });
    const { game_id, seat_token } = (await chat.call("createGame", { type: "human", color: "black" })).data;
    const refused = await chat.call("askPerson", { game_id, seat_token }).catch(() => null);
    // The SDK's client of the later revision reports a form that failed to its own program.
    if (refused === null) return expect(era).toBe("2026");
    for (const half of halves) {
      const said = read(refused, half);
      expect(said).toContain(`http://127.0.0.1:7397/game/${game_id}`);
      expect(said).toMatch(/waitForNextTurn/);
      expect(said).toContain("Nothing was played, and nothing is lost.");
    }
  });

  test("each half of a game against a person says whom to wait for, where they play, and when it is over", async () => {
    await using place = openAgentHost();
    const chat = await place.connect({ era });
    const created = await chat.call("createGame", { type: "human", color: "black" });
    const { game_id, seat_token } = created.data;
    const waited = await chat.call("waitForNextTurn", { game_id, seat_token });
    for (const answer of [created, waited])
      for (const half of halves) {
        expect(read(answer, half)).toContain(`http://127.0.0.1:7397/game/${game_id}`);
        expect(read(answer, half)).toContain("waitForNextTurn");
      }
    for (const half of halves)
      expect(read(waited, half)).toMatch(/This is normal: White “Human” has been to move for \d+ s/);
    sure(await place.games.draw(game_id, "white", "offer", 1));
    const offered = await chat.call("waitForNextTurn", { game_id, seat_token });
    for (const half of halves) expect(read(offered, half)).toMatch(/offerDraw[\s\S]*<accept or decline>/);
    sure(await place.games.resign(game_id, "white", 1));
    const over = await chat.call("waitForNextTurn", { game_id, seat_token });
    // A board without a move has nothing below it.
    const early = (await chat.call("createGame", { type: "human", game: "tic-tac-toe" })).data;
    const left = await chat.call("resignGame", { game_id: early.game_id, seat_token: early.seat_token });
    expect(left.text).not.toContain("\n\n\n");
    const freed = (await chat.call("createGame", { type: "human" })).data;
    sure(await place.games.freeSeat(freed.game_id, "white"));
    const parted = await chat.call("finishTurn", { game_id: freed.game_id, seat_token: freed.seat_token, move: "e4" });
    for (const half of halves) {
      expect(read(over, half)).toContain("No further actions needed.");
      expect(read(parted, half)).toContain("Make no further calls for it, and tell the person so.");
    }
  });
});

test.each([
  ["the next action", { data: { next_action: { tool: "getGame", arguments: {} } } }],
  ["the words in its place", { data: { message: "Over.", next_action: null } }],
  [
    "an address",
    { text: "Over. http://127.0.0.1:7397/game/4821\n\nEnd.", data: { message: "Over. End.", next_action: null } },
  ],
  ["a note", { data: { message: "Over. End.", notes: ["Offered."], next_action: null } }],
])(
  "the check of halves notices %s that one half lacks",
  (_, { text = "Over.\n\nEnd.", data }: { text?: string; data: object }) => {
    expect(() => checkHalves({ text, data, isError: false, pages: [], meta: {} })).toThrow();
  },
);
