import type { Client as ClientV2 } from "@modelcontextprotocol/client";
import type { Client as ClientV1 } from "@modelcontextprotocol/sdk/client/index.js";
import { ResourceUpdatedNotificationSchema } from "@modelcontextprotocol/sdk/types.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { eventually } from "../journeys/scene.ts";
import { createInbox, type Inbox } from "../shim/inbox.ts";
import { type Agent, type ClientKind, connect, type Door, doors, kinds } from "../support/agents.ts";
import { type HostProcess, startHost } from "../support/host-process.ts";
import { type Person, personAt } from "../support/person.ts";
import { tempDir } from "../support/temp-dir.ts";

/** Everything besides the game itself: descriptions, resources, prompts, completions, notifications. */

const dir = tempDir();
let host: HostProcess;
let person: Person;
/** A live game of two agents, a finished one, and an open one. */
let live: string;
let finished: string;
let open: string;
/** Moves on in the live game; each call is one ply. */
let move: () => Promise<void>;

beforeAll(async () => {
  host = await startHost(dir.path);
  person = personAt(host);
  const players = { white: { kind: "human", name: '<b>Ann & "Bo"</b>' }, black: { kind: "human" } };
  const made = async (body: object): Promise<string> => (await person.post("/api/games", body)).body.game_id;
  live = await made({ players });
  finished = await made({ players });
  open = await made({ players: { white: { kind: "human" }, black: { kind: "agent" } } });
  await made({ game: "odd-even", players: { odd: { kind: "human" }, even: { kind: "human" } } });
  for (const text of ["f2f3", "e7e5", "g2g4", "d8h4"])
    await person.post(`/api/games/${finished}/moves`, { move: text });
  let ply = 0;
  move = async () => {
    const text = ["g1f3", "g8f6", "b1c3", "b8c6", "f3g1", "f6g8", "c3b1", "c6b8"][ply % 8];
    ply += 1;
    const { status } = await person.post(`/api/games/${live}/moves`, { move: text });
    if (status !== 200) throw new Error(`move ${ply}: ${status}`);
  };
});
afterAll(async () => {
  await host?.stop();
  dir[Symbol.dispose]();
});

interface Way {
  readonly door: Door;
  readonly kind: ClientKind;
}
const everyClient: readonly Way[] = doors.flatMap((door) => kinds.map((kind) => ({ door, kind })));

/** Tells the two SDKs apart, which hear of news in different ways. */
function onUpdated(agent: Agent, kind: ClientKind): Inbox<string> {
  const news = createInbox<string>();
  if (kind === "v1 client") {
    const client = agent.client as ClientV1;
    client.setNotificationHandler(ResourceUpdatedNotificationSchema, ({ params }) => news.push(params.uri));
  } else {
    const client = agent.client as ClientV2;
    client.setNotificationHandler("notifications/resources/updated", ({ params }) => news.push(params.uri));
  }
  return news;
}

/** The text of a resource; the two SDKs type it differently. */
function textOf({ contents }: { readonly contents: readonly object[] }): string {
  const [content] = contents;
  return content && "text" in content ? String(content.text) : "";
}

/** An SDK of the 2025 era speaks as the newer one does in that era: in the common tests that stands for both. */
const isCommon = ({ kind }: Way) => kind !== "v1 client";
describe.each(everyClient.filter(isCommon))("through $door with the $kind", everythingBesides);
describe.each(everyClient.filter((way) => !isCommon(way)))(
  "through $door with the $kind",
  { tags: "edge" },
  everythingBesides,
);

function everythingBesides({ door, kind }: Way): void {
  let agent: Agent;
  beforeAll(async () => {
    agent = await connect(host, door, kind);
  });
  afterAll(() => agent?.close());

  test("the server says who it is and how to play", () => {
    expect(agent.client.getServerVersion()).toMatchObject({
      name: "kibitz",
      title: "Kibitz",
      version: expect.stringMatching(/^\d/),
    });
    const lines = agent.client.getInstructions()?.split("\n") ?? [];
    expect(lines.filter((line) => /^[1-5]\. /.test(line))).toHaveLength(5);
    for (const tool of ["createGame", "joinGame", "finishTurn", "waitForNextTurn"])
      expect(lines.join("\n")).toContain(tool);
  });

  test("every tool is described: title, loop, annotations, each argument, and its answer", async () => {
    const { tools } = await agent.client.listTools();
    const names = tools.map(({ name }) => name);
    for (const name of [
      "createGame",
      "finishTurn",
      "waitForNextTurn",
      "joinGame",
      "getGame",
      "listGames",
      "resignGame",
      "offerDraw",
      "say",
      "rematch",
    ]) {
      expect(names).toContain(name);
    }
    for (const tool of tools) {
      expect(tool.title, tool.name).toMatch(/\S/);
      expect(tool.description?.length, tool.name).toBeGreaterThan(30);
      expect(tool.annotations, tool.name).toMatchObject({
        readOnlyHint: expect.any(Boolean),
        destructiveHint: expect.any(Boolean),
        openWorldHint: false,
      });
      expect(tool.inputSchema.type).toBe("object");
      for (const [argument, schema] of Object.entries(tool.inputSchema.properties ?? {})) {
        expect((schema as { description?: string }).description, `${tool.name}.${argument}`).toMatch(/\S/);
      }
      expect(tool.outputSchema, tool.name).toMatchObject({ type: "object" });
    }
    const readOnly = tools.filter(({ annotations }) => annotations?.readOnlyHint).map(({ name }) => name);
    expect(readOnly).toEqual(expect.arrayContaining(["waitForNextTurn", "getGame", "listGames"]));
    for (const name of ["createGame", "finishTurn", "joinGame", "resignGame", "say"])
      expect(readOnly).not.toContain(name);
    expect(tools.find(({ name }) => name === "resignGame")?.annotations?.destructiveHint).toBe(true);
    expect((await agent.client.listTools()).tools.map(({ name }) => name)).toEqual(names);
  });

  test("games, their record and their board are resources", async () => {
    const { resources } = await agent.client.listResources();
    const uris = resources.map(({ uri }) => uri);
    for (const suffix of ["", "/pgn", "/board.svg"]) expect(uris).toContain(`kibitz://games/${live}${suffix}`);
    expect(uris).toEqual(expect.arrayContaining(["kibitz://games", "kibitz://rules/chess", "kibitz://rules/odd-even"]));
    const { resourceTemplates } = await agent.client.listResourceTemplates();
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual(
      expect.arrayContaining([
        "kibitz://games/{id}",
        "kibitz://games/{id}/pgn",
        "kibitz://games/{id}/board.svg",
        "kibitz://rules/{game}",
      ]),
    );
    const read = (uri: string) => agent.client.readResource({ uri });
    const games = JSON.parse(textOf(await read("kibitz://games")));
    expect(games.games.map(({ game_id }: { game_id: string }) => game_id)).toEqual(
      expect.arrayContaining([live, finished, open]),
    );
    const game = JSON.parse(textOf(await read(`kibitz://games/${finished}`)));
    expect(game).toMatchObject({
      game_id: finished,
      status: "finished",
      result: { winner: "black", reason: "checkmate" },
    });
    expect(game.history.map(({ san }: { san: string }) => san)).toEqual(["f3", "e5", "g4", "Qh4#"]);
    const pgn = await read(`kibitz://games/${finished}/pgn`);
    expect(textOf(pgn)).toMatch(/\[Result "0-1"\][\s\S]*1\. f3 e5 2\. g4 Qh4# 0-1/);
    expect(pgn.contents[0]?.mimeType).toBe("application/vnd.chess-pgn");
    const svg = await read(`kibitz://games/${finished}/board.svg`);
    expect(svg.contents[0]?.mimeType).toBe("image/svg+xml");
    expectPicture(textOf(svg));
    expect(textOf(await read("kibitz://rules/tic-tac-toe"))).toContain("# Tic-tac-toe");
    await expect(read("kibitz://games/0")).rejects.toThrow(/there is no game 0/);
  });

  test("every listed resource can be read", async () => {
    const { resources } = await agent.client.listResources();
    for (const { uri } of resources) {
      const { contents } = await agent.client.readResource({ uri });
      expect(contents[0]?.uri).toBe(uri);
      expect(textOf({ contents }).length, uri).toBeGreaterThan(0);
    }
  });

  test("prompts are rendered", async () => {
    const { prompts } = await agent.client.listPrompts();
    const names = prompts.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(["play_chess", "join_game", "watch_game", "review_game"]));
    for (const prompt of prompts) {
      expect(prompt.title).toMatch(/\S/);
      expect(prompt.description).toMatch(/\S/);
      for (const argument of prompt.arguments ?? []) expect(argument.description, argument.name).toMatch(/\S/);
    }
    const prompt = async (name: string, args: Record<string, string>) => {
      const { messages } = await agent.client.getPrompt({ name, arguments: args });
      return messages.map(({ role, content }) => `${role}: ${"text" in content ? content.text : ""}`).join("\n");
    };
    expect(await prompt("play_chess", { opponent: "computer", color: "black", level: "7" })).toMatch(
      /^user: .*createGame with type "computer", color "black" and difficulty 7/,
    );
    expect(await prompt("play_chess", {})).toContain("createGame");
    expect(await prompt("join_game", { game_id: open })).toContain(`joinGame with game_id "${open}"`);
    expect(await prompt("watch_game", { game_id: live })).toContain(live);
    expect(await prompt("review_game", { game_id: finished })).toContain(finished);
    await expect(prompt("play_chess", { level: "eleven" })).rejects.toThrow();
  });

  test("ids and choices are completed", async () => {
    const complete = async (
      ref: { type: "ref/resource"; uri: string } | { type: "ref/prompt"; name: string },
      name: string,
      value: string,
    ) => (await agent.client.complete({ ref, argument: { name, value } })).completion.values;
    for (const suffix of ["", "/pgn", "/board.svg"]) {
      const uri = `kibitz://games/{id}${suffix}`;
      expect(await complete({ type: "ref/resource", uri }, "id", live.slice(0, 2))).toContain(live);
    }
    expect(await complete({ type: "ref/resource", uri: "kibitz://games/{id}" }, "id", "none")).toEqual([]);
    expect(await complete({ type: "ref/resource", uri: "kibitz://rules/{game}" }, "game", "t")).toEqual([
      "tic-tac-toe",
    ]);
    expect(await complete({ type: "ref/prompt", name: "join_game" }, "game_id", open.slice(0, 3))).toContain(open);
    expect(await complete({ type: "ref/prompt", name: "join_game" }, "game_id", live)).toEqual([]);
    expect(await complete({ type: "ref/prompt", name: "review_game" }, "game_id", finished)).toEqual([finished]);
    expect(await complete({ type: "ref/prompt", name: "play_chess" }, "color", "bl")).toEqual(["black"]);
  });

  test("a subscriber of a game hears of each move, and of no other game", async () => {
    const news = onUpdated(agent, kind);
    const uris = [`kibitz://games/${live}`, `kibitz://games/${live}/board.svg`];
    let stop: () => Promise<unknown>;
    if (kind === "v2 client, new era") {
      const subscription = await (agent.client as ClientV2).listen({ resourceSubscriptions: uris });
      stop = () => subscription.close();
    } else {
      for (const uri of uris) await agent.client.subscribeResource({ uri });
      stop = () => Promise.all(uris.map((uri) => agent.client.unsubscribeResource({ uri })));
    }
    for (let round = 0; round < 2; round += 1) {
      await person.post(`/api/games/${open}/talk`, { message: "not this one" });
      await move();
      const heard = [await news.next("news of the game"), await news.next("news of the board")];
      expect(heard.toSorted()).toEqual(uris.toSorted());
    }
    await stop();
    // Moves come to the host by another way than the word that ends the subscription, and may be there before it.
    await eventually(async () => {
      const before = news.left.length;
      await move();
      // An answer comes after whatever was sent before it.
      await agent.call("listGames", {});
      expect(news.left).toHaveLength(before);
    });
  });

  test("a subscriber of the list hears of new games", async () => {
    const news = onUpdated(agent, kind);
    const uri = "kibitz://games";
    if (kind === "v2 client, new era") await (agent.client as ClientV2).listen({ resourceSubscriptions: [uri] });
    else await agent.client.subscribeResource({ uri });
    await agent.call("createGame", { type: "human" });
    expect(await news.next("news of the list")).toBe(uri);
  });

  test("every answer and every error is as its schema says", async () => {
    // The clients check what they get against the listed schemas, and throw.
    await agent.client.listTools();
    const created = await agent.call("createGame", {
      type: "human",
      legal_moves: "hidden",
      clock: { initial_seconds: 60 },
    });
    const { game_id, seat_token } = created.data;
    const calls: [string, Record<string, unknown>, boolean][] = [
      ["createGame", { game: "odd-even", type: "agent" }, true],
      ["createGame", { game: "tic-tac-toe", type: "computer", color: "black" }, true],
      ["createGame", { fen: "?" }, false],
      ["finishTurn", { game_id, move: "e2e5", seat_token }, false],
      ["finishTurn", { game_id, move: "e2e4", seat_token }, true],
      ["finishTurn", { game_id, move: "e7e5", seat_token }, false],
      ["waitForNextTurn", { game_id, seat_token, timeout_seconds: 0 }, true],
      ["waitForNextTurn", { game_id: "0" }, false],
      ["say", { game_id, message: "hello", seat_token }, true],
      ["say", { game_id }, false],
      ["offerDraw", { game_id, seat_token }, true],
      ["offerDraw", { game_id, seat_token }, false],
      ["getGame", { game_id }, true],
      ["getGame", { game_id: finished }, true],
      ["getGame", {}, false],
      ["listGames", { status: "all" }, true],
      ["listGames", { status: "none" }, false],
      ["joinGame", { game_id, seat_token }, true],
      ["joinGame", { game_id: live }, false],
      ["rematch", { game_id, seat_token }, false],
      ["resignGame", { game_id, seat_token }, true],
      ["resignGame", { game_id, seat_token }, false],
      ["rematch", { game_id, seat_token }, true],
    ];
    for (const [tool, args, good] of calls) {
      const answer = await agent.call(tool, args);
      expect(answer.isError, `${tool} ${JSON.stringify(args)}: ${answer.text}`).toBe(!good);
      expect(answer.text).toMatch(/\S/);
      expect(answer.data).toHaveProperty("next_action");
      expect(answer.data.error === undefined).toBe(good);
    }
  });
}

/** Elements that are opened and closed in order, nothing that is executed, and the name as text. */
function expectPicture(svg: string): void {
  expect(svg).toMatch(/^<svg [^>]*xmlns="http:\/\/www\.w3\.org\/2000\/svg"/);
  expect(svg).not.toMatch(/<script|<foreignObject|\son\w+=|href="(?!#)/i);
  expect(svg).not.toContain("<b>Ann");
  const open: string[] = [];
  for (const [, slash, name = "", rest = ""] of svg.matchAll(/<(\/?)([\w:-]+)([^<>]*)>/g)) {
    if (slash) expect(open.pop()).toBe(name);
    else if (!rest.endsWith("/")) open.push(name);
  }
  expect(open).toEqual([]);
}
