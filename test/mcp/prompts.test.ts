import { afterAll, beforeAll, expect, test } from "vitest";
import { agentGame, sure } from "../live-games/support.ts";
import { type Chat, openAgentHost } from "./agent-host.ts";

/** Prompts of assistants, which can be followed with the tools that they have. */

const host = openAgentHost();
let usual: Chat;
let analysing: Chat;
let gameId: string;
beforeAll(async () => {
  [usual, analysing] = [await host.connect(), await host.connect({ toolsets: "all" })];
  gameId = sure(await host.games.create(agentGame)).state.id;
});
afterAll(() => host[Symbol.asyncDispose]());

const namesOf = async ({ client }: Chat) => (await client.listTools()).tools.map(({ name }) => name);

/** The arguments of each prompt. */
function argumentsOf(name: string): Record<string, string> {
  if (name === "play_chess") return {};
  return name === "join_league" ? { league_id: "league-1" } : { game_id: gameId };
}
async function told(chat: Chat, name: string, args: Record<string, string> = {}): Promise<string> {
  const { messages } = await chat.client.getPrompt({ name, arguments: args });
  expect(messages.map(({ role }) => role)).toEqual(["user"]);
  return messages.map(({ content }) => ("text" in content ? content.text : "")).join("\n");
}
const complete = async (argument: string, value: string) =>
  (
    await usual.client.complete({
      ref: { type: "ref/prompt", name: "play_chess" },
      argument: { name: argument, value },
    })
  ).completion.values;

test("every tool that a prompt names is one that the connection has, and a prompt is offered where all of them are", async () => {
  const all = await namesOf(analysing);
  const texts = new Map<string, string>();
  for (const { name } of (await analysing.client.listPrompts()).prompts)
    texts.set(name, await told(analysing, name, argumentsOf(name)));
  expect([...texts.keys()]).toEqual([
    "play_chess",
    "join_game",
    "join_league",
    "watch_game",
    "review_game",
    "walk_through_game",
  ]);
  const namedIn = (text: string) => all.filter((tool) => new RegExp(`\\b${tool}\\b`).test(text));
  for (const toolsets of [
    "",
    "play",
    "entrant",
    "league",
    "analysis",
    "tictactoe",
    "coach",
    "play,league",
    "league,analysis",
  ]) {
    const chat = await host.connect({ toolsets });
    const own = await namesOf(chat);
    const offered = (await chat.client.listPrompts()).prompts.map(({ name }) => name);
    for (const name of offered) {
      const missing = namedIn(await told(chat, name, argumentsOf(name))).filter((tool) => !own.includes(tool));
      expect(missing, `${name} with “${toolsets}”`).toEqual([]);
    }
    for (const [name, text] of texts) {
      // Without the engine's tools a game is gone through in another way.
      const needed = name === "review_game" ? ["getGame"] : namedIn(text);
      const isServed = needed.every((tool) => own.includes(tool));
      expect(offered.includes(name), `${name} with “${toolsets}”`).toBe(isServed);
    }
  }
});

test("play_chess sets a game up at a level, and tells how to play well in a style", async () => {
  const plain = await told(usual, "play_chess");
  expect(plain).toMatch(
    /^Play a game of chess on Kibitz\. Call createGame with type "computer", color "white" and difficulty 5\./,
  );
  expect(plain).toContain("Play as well as you can.");
  expect(plain).toContain("never from memory");
  expect(plain).toContain("claim_win");
  expect(plain).toContain("Pass ply");
  const teaching = await told(usual, "play_chess", { color: "black", level: "8", style: "teaching" });
  expect(teaching).toContain('color "black" and difficulty 8');
  expect(teaching).toContain("Play to teach");
  expect(plain).not.toContain("Play to teach");
  // A person at that level would not enjoy a game against an engine.
  const person = await told(usual, "play_chess", { opponent: "human", level: "3" });
  expect(person).toContain('type "human", color "white". ');
  expect(person).toContain("a player of level 3 on a scale of 10");
  await expect(told(usual, "play_chess", { level: "11" })).rejects.toThrow();
  await expect(told(usual, "play_chess", { style: "reckless" })).rejects.toThrow();
  expect(await complete("style", "")).toEqual(["solid", "attacking", "positional", "teaching"]);
  expect(await complete("style", "t")).toEqual(["teaching"]);
  expect(await complete("level", "1")).toEqual(["1", "10"]);
});

test("join_game takes the open seat, with its code where there is one", async () => {
  expect(await told(usual, "join_game", { game_id: gameId })).toMatch(
    /call joinGame with game_id "\d+"\. Then alternate/,
  );
  const coded = await told(usual, "join_game", { game_id: gameId, join_code: "abcd2345" });
  expect(coded).toContain(`game_id "${gameId}" and join_code "abcd2345"`);
});

test("a blank field of a host's form is as good as left out", async () => {
  const blank = { opponent: "", color: "", level: "", style: "" };
  expect(await told(usual, "play_chess", blank)).toBe(await told(usual, "play_chess"));
  const uncoded = { game_id: gameId, join_code: "" };
  expect(await told(usual, "join_game", uncoded)).toBe(await told(usual, "join_game", { game_id: gameId }));
});

test("watch_game looks on with the spectators' tools", async () => {
  const text = await told(usual, "watch_game", { game_id: gameId });
  expect(text).toContain(`Call watchGame with game_id "${gameId}"`);
  expect(text).toContain("call kibitz with game_id and a message");
  expect(text).toContain("Do not join the game");
});

test("review_game uses the engine's tools where the connection has them, and says so where it has not", async () => {
  const engine = await told(analysing, "review_game", { game_id: gameId });
  for (const tool of ["reviewGame", "describePosition", "previewLine", "evaluatePosition"])
    expect(engine).toContain(tool);
  const none = await told(usual, "review_game", { game_id: gameId });
  expect(none).toContain("There is no engine on this connection");
  expect(none).not.toContain("reviewGame");
});
