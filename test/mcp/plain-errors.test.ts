import { afterEach, describe, expect, test } from "vitest";
import { modernHeaders, modernRequest } from "../journeys/raw.ts";
import { openAgentHost } from "./agent-host.ts";

const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

test.each([
  ["tools/call", {}, "params.name: Invalid input: expected string, received undefined"],
  [
    "tools/call",
    { name: "getGame", arguments: 7 },
    "params.arguments: Invalid input: expected record, received number",
  ],
  ["resources/read", { uri: 5 }, "params.uri: Invalid input: expected string, received number"],
  [
    "prompts/get",
    { name: "x", arguments: { a: 1 } },
    "params.arguments.a: Invalid input: expected string, received number",
  ],
  ["tools/list", { cursor: 5 }, "params.cursor: Invalid input: expected string, received number"],
  ["completion/complete", {}, "params.ref: Invalid input"],
])("a malformed %s (%o) is refused in one plain line, as the client's fault", async (method, params, wrong) => {
  const place = openAgentHost();
  undo.push(() => place[Symbol.asyncDispose]());
  const name = "name" in params ? params.name : "uri" in params ? String(params.uri) : undefined;
  const response = await place.mcp.fetch(
    new Request("http://127.0.0.1/mcp", {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        ...modernHeaders(method, name),
      },
      body: JSON.stringify(modernRequest(method, params)),
    }),
  );
  const { error } = await response.json();
  expect(error.message.split("\n")).toHaveLength(1);
  expect(error).toMatchObject({ code: -32602, message: expect.stringContaining(wrong) });
});

const back = " To find your games, call myGames.";

describe.each(["2025", "2026"] as const)("a tool that is not there, in the era of %s,", (era) => {
  test.each([
    ["play", "makeMove", `The nearest here is finishTurn (Make your move).${back}`],
    ["play", "mcp__kibitz__finish_turn", `The nearest here is finishTurn (Make your move).${back}`],
    ["play", "play", `The nearest here is finishTurn (Make your move).${back}`],
    ["play", "startGame", `The nearest here is createGame (Create a game).${back}`],
    ["play", "getgame", `The nearest here is getGame (Look at a game).${back}`],
    ["play", "my_games", "The nearest here is myGames (Find your games again)."],
    ["play", "xyzzy", "There are: createGame, finishTurn, "],
    ["", "wait_for_opponent", `The nearest here is waitForNextTurn (Wait for your turn).${back}`],
    ["tictactoe", "play_a_move", "The nearest here is make_move (Make a move)."],
    ["league", "x".repeat(1000), "There are: createLeague, ", `${"x".repeat(59)}…`],
  ])(
    "a tool that is not there is refused as the protocol wants it: with “%s”, %s",
    async (toolsets, name, next, said = name) => {
      const place = openAgentHost();
      undo.push(() => place[Symbol.asyncDispose]());
      const chat = await place.connect({ era, toolsets });
      await expect(chat.call(name)).rejects.toMatchObject({
        code: -32602,
        message: expect.stringContaining(`Tool ${said} not found. ${next}`),
      });
    },
  );
});
