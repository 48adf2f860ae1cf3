import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { expect, test } from "vitest";
import { tokensOf } from "../support/answer-tokens.ts";
import { openAgentHost } from "./agent-host.ts";
import { answersOf } from "./middlegame.ts";

/** The cost of Kibitz for a model, in tokens of o200k. */

/** The tokens of such a game's answers before there were views. */
const BEFORE = 15_100;

test("a game of forty-nine plies in compact costs a model at most half of what it once did, in either half", async () => {
  const { text, structured } = tokensOf(await answersOf("compact"));
  expect(text).toBeLessThanOrEqual(BEFORE / 2);
  // Lists are lists in every view, and the fields say everything that the text says.
  expect(structured).toBeLessThanOrEqual(BEFORE / 2);
});

test.each(["full", "compact", "fen", "none"] as const)(
  "a whole answer in %s has at most 2,500 characters",
  async (view) => {
    for (const { text, data } of await answersOf(view)) {
      const whole = JSON.stringify({ content: [{ type: "text", text }], structuredContent: data });
      expect(whole.length, whole).toBeLessThanOrEqual(2_500);
      // A host may cut an answer: the text ends with the next action, the fields begin with it, and end with the moves.
      expect(text).toMatch(/\n\n\*\*Next Action:\*\* [^\n]*$/);
      const names = Object.keys(data);
      expect(names.slice(0, 2)).toEqual(["status", "next_action"]);
      if (data.legal_moves) expect(names.at(-1)).toBe("legal_moves");
    }
  },
);

test.each([
  ["full", 450],
  ["compact", 260],
] as const)("a turn of a long game in %s costs at most %i tokens in the text half", async (view, most) => {
  const turns = (await answersOf(view)).filter(({ data }) => data.status === "your_turn");
  expect(turns).toHaveLength(25);
  // The dearest of them have 56 legal moves, where a position has 35 in the mean.
  for (const each of turns) expect(tokensOf([each]).text, each.text).toBeLessThanOrEqual(most);
});

test.each([
  ["play", false, false, 5_700],
  ["play", true, true, 5_700],
  ["", false, false, 6_200],
  ["", true, false, 6_200],
  ["", false, true, 6_200],
  ["", true, true, 6_500],
] as const)(
  "the tools of “%s” are listed in so many tokens, to hosts of MCP Apps: %s, of forms: %s",
  async (toolsets, apps, forms, most) => {
    await using place = openAgentHost();
    const { client } = await place.connect({ toolsets, apps, answers: forms ? () => ({ action: "cancel" }) : null });
    const { tools } = await client.listTools();
    // Icons are for people: no model's interface has a place for them.
    const read = tools.map(({ icons: _, ...tool }) => tool);
    expect(countTokens(JSON.stringify(read))).toBeLessThanOrEqual(most);
    // The board's own tools are listed where a board can be shown.
    expect(tools.some(({ name }) => name === "watchBoard")).toBe(apps);
    expect(tools.some(({ name }) => name === "askPerson")).toBe(forms);
  },
);
