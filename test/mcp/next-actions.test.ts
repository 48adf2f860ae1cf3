import { afterAll, beforeAll, expect, test } from "vitest";
import { refuse } from "../../src/shared/result.ts";
import { agent, agentGame, sure } from "../tables/support.ts";
import { openTableOfAgents } from "./table-of-agents.ts";

/** Where a refusal leads, whichever tools the caller asked for. */

let place: ReturnType<typeof openTableOfAgents>;
beforeAll(() => {
  place = openTableOfAgents();
});
afterAll(() => place[Symbol.asyncDispose]());

const END = "No further actions needed.";

test("a game that is over ends the course, but no refusal besides", async () => {
  const busy = async () => refuse("LIMIT_REACHED", "Too much goes on. Try again in a moment");
  const { services, tables } = place;
  await using at = openTableOfAgents({
    tables: { ...tables, create: busy },
    leagues: { ...services.leagues, get: async () => refuse("STORAGE_FAILED", "The record is damaged") },
    analysis: { ...services.analysis, analyst: { look: busy, explore: busy, close: async () => {} } },
  });
  const chat = await at.connect({ toolsets: "all" });
  const { id } = sure(await tables.create({ ...agentGame, players: [agent("One"), agent("Two")] })).table;
  sure(await tables.resign(id, "white"));
  expect((await chat.call("describePosition", { game_id: id })).text).toContain(END);
  const wrong = await chat.call("describePosition", { game_id: id, ply: 9 });
  expect(wrong.text).toMatch(
    /^Error: The game has 0 plies.*\n\nCorrect the arguments and call again, or ask the person\.$/,
  );
  for (const [tool, args] of [
    ["evaluatePosition", { game_id: id }],
    ["getLeague", { league_id: "12" }],
    ["view_game_state", {}],
    ["restart_game", {}],
  ] as const) {
    const { data, text } = await chat.call(tool, args);
    expect(data.next_action, text).toBeNull();
    expect(text, tool).toMatch(/^Error: .*\n\nTry again later, or tell the person\.$/);
  }
});
