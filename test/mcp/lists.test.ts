import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { definitions } from "../../src/games/register.ts";
import { agentGame, sure } from "../live-games/support.ts";
import { type Chat, openAgentHost } from "./agent-host.ts";

/** Lists in pages, completions that know every game, and what it costs to have Kibitz connected. */

let place: ReturnType<typeof openAgentHost>;
let chat: Chat;
beforeEach(async () => {
  place = openAgentHost();
  chat = await place.connect();
});
afterEach(() => place[Symbol.asyncDispose]());

const made = async (count: number): Promise<string[]> => {
  const games = await Promise.all(Array.from({ length: count }, () => place.games.create(agentGame)));
  return games.map((game) => sure(game).state.id);
};

test("resources are listed in pages, each game in one of them", async () => {
  const ids = await made(120);
  const uris: string[] = [];
  const sizes: number[] = [];
  let cursor: string | undefined;
  do {
    // The client's own method follows the pages; the bare request shows them.
    const page = await chat.client.request({ method: "resources/list", params: cursor ? { cursor } : {} });
    const { resources, nextCursor } = page as { resources: { uri: string }[]; nextCursor?: string };
    uris.push(...resources.map(({ uri }) => uri));
    sizes.push(resources.length);
    cursor = nextCursor;
  } while (cursor !== undefined);
  expect(sizes.length).toBe(3);
  expect(Math.max(...sizes)).toBeLessThan(200);
  for (const id of ids) expect(uris.filter((uri) => uri === `kibitz://games/${id}`)).toHaveLength(1);
  expect(uris).toContain("kibitz://rules/chess");
  await expect(chat.client.request({ method: "resources/list", params: { cursor: "x" } })).rejects.toThrow(/cursor/);
});

test("completion knows the oldest game, too", async () => {
  const [oldest = ""] = await made(1);
  place.clock.ahead += 60_000;
  await made(600);
  const argument = { name: "id", value: oldest };
  const ref = { type: "ref/resource" as const, uri: "kibitz://games/{id}" };
  expect((await chat.client.complete({ ref, argument })).completion.values).toContain(oldest);
});

test("completion knows the oldest league, too", async () => {
  const league = await place.connect({ toolsets: "league" });
  const create = async () => (await league.call("createLeague", {})).data.league_id;
  const oldest = await create();
  for (let more = 0; more < 55; more += 1) await create();
  for (const [ref, name] of [
    [{ type: "ref/resource" as const, uri: "kibitz://leagues/{id}" }, "id"],
    [{ type: "ref/prompt" as const, name: "join_league" }, "league_id"],
  ] as const) {
    const { completion } = await chat.client.complete({ ref, argument: { name, value: oldest } });
    expect(completion.values).toContain(oldest);
  }
});

test("the rules of each game are a resource, found by the beginning of its name", async () => {
  const ref = { type: "ref/resource" as const, uri: "kibitz://rules/{game}" };
  const { completion } = await chat.client.complete({ ref, argument: { name: "game", value: "" } });
  expect(completion.values).toEqual(definitions.map(({ kind }) => kind));
  for (const game of completion.values) {
    const { contents } = await chat.client.readResource({ uri: `kibitz://rules/${game}` });
    expect(contents).toMatchObject([{ mimeType: "text/markdown", text: expect.stringMatching(/^# \w[\s\S]{80}/) }]);
  }
  await expect(chat.client.readResource({ uri: "kibitz://rules/go" })).rejects.toThrow(/There are rules for chess/);
});

test("a list of games says that there are more, and does not make paging on the next action", async () => {
  await made(5);
  const { text, data } = await chat.call("listGames", { limit: 2 });
  expect(data.next_cursor).toMatch(/^\d+-\d+$/);
  expect(text).toContain(`pass cursor “${data.next_cursor}”`);
  expect(data.next_action).toBeNull();
});

test.each(["2025", "2026"] as const)("input schemas keep to what the strictest hosts take, in %s", async (era) => {
  const { client } = await place.connect({ era, toolsets: "all", apps: true, answers: () => ({ action: "cancel" }) });
  const plain = /^(type|description|default|enum|minimum|maximum|minLength|maxLength|minItems|maxItems)$/;
  const check = (schema: unknown, where: string): void => {
    const { type, properties, items, anyOf, required, additionalProperties, ...others } = schemaSchema.parse(schema);
    const strange = Object.keys(others).filter((name) => !plain.test(name));
    expect([where, strange, anyOf === undefined]).toEqual([where, [], typeof type === "string"]);
    expect([where, properties !== undefined, items !== undefined]).toEqual([
      where,
      type === "object",
      type === "array",
    ]);
    expect([where, [undefined, false].some((each) => each === additionalProperties)]).toEqual([where, true]);
    for (const name of required ?? []) expect(Object.keys(properties ?? {})).toContain(name);
    for (const [name, field] of Object.entries(properties ?? {})) check(field, `${where}.${name}`);
    for (const [at, option] of (anyOf ?? []).entries()) check(option, `${where}, ${at}`);
    if (items !== undefined) check(items, `${where}[]`);
  };
  const { tools } = await client.listTools();
  expect(tools.length).toBeGreaterThan(30);
  for (const { name, inputSchema } of tools) check(inputSchema, name);
});
const schemaSchema = z.looseObject({
  type: z.unknown().optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  items: z.unknown().optional(),
  anyOf: z.array(z.unknown()).optional(),
  required: z.array(z.string()).optional(),
  additionalProperties: z.unknown().optional(),
});

describe("the cost of having Kibitz connected", () => {
  test.each([
    { apps: false, answers: null },
    { apps: true, answers: () => ({ action: "cancel" as const }) },
  ])(
    "the tools of play stay under 24 KB, the default ones under 28 KB, with boards, icons and forms: $apps",
    async (shows) => {
      const bytes = async (toolsets: string) => {
        const { client } = await place.connect({ toolsets, ...shows });
        return Buffer.byteLength(JSON.stringify((await client.listTools()).tools));
      };
      expect(await bytes("play")).toBeLessThanOrEqual(24 * 1024);
      expect(await bytes("")).toBeLessThanOrEqual(28 * 1024);
    },
  );

  test("output schemas are names and types", async () => {
    const { tools } = await chat.client.listTools();
    for (const { name, outputSchema } of tools) expect(JSON.stringify(outputSchema).length, name).toBeLessThan(1_500);
  });

  test("the list does not change while a connection lasts", async () => {
    const before = await chat.client.listTools();
    await chat.call("createGame", { type: "agent" });
    expect(await chat.client.listTools()).toEqual(before);
    expect(chat.client.getServerCapabilities()?.tools).toEqual({ listChanged: false });
  });
});

test("an unknown toolset is refused at the door, with the list", async () => {
  const refused = place.connect({ toolsets: "play,chess" });
  await expect(refused).rejects.toThrow(/There is no toolset .{1,3}chess.*There are: play, /);
});

test("too many calls are told to wait, and what to call then", async () => {
  await place[Symbol.asyncDispose]();
  place = openAgentHost({ callLimit: { allows: () => false } });
  chat = await place.connect();
  const { data, text } = await chat.call("waitForNextTurn", { game_id: "1234" });
  expect(data).toMatchObject({
    error: { code: "RATE_LIMITED" },
    next_action: { tool: "waitForNextTurn", arguments: { game_id: "1234" } },
  });
  expect(text).toMatch(
    /\*\*Next Action:\*\* Wait five seconds, then call again: waitForNextTurn \{"game_id":"1234"\}$/,
  );
  expect(text).not.toContain("No further actions needed");
});
