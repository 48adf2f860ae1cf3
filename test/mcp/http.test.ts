import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { leagueServer, type Registrar } from "../../src/main/league-v1/registrar.ts";
import { createStatelessHttp } from "../../src/main/mcp/server/http-parts.ts";
import { lastMessage, modernHeaders, modernRequest } from "../journeys/raw.ts";
import { openAgentHost } from "./agent-host.ts";

/** Requests as clients of all makes send them over HTTP, besides those that the revisions show as examples. */

let place: ReturnType<typeof openAgentHost>;
beforeAll(() => {
  place = openAgentHost();
});
afterAll(() => place[Symbol.asyncDispose]());

const both = "application/json, text/event-stream";
const ask = (method: string, headers: Record<string, string>, body?: unknown) =>
  place.mcp.fetch(
    new Request("http://127.0.0.1/mcp", {
      method,
      headers: { "content-type": "application/json", ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }),
  );
/** Posts a message, with the Accept header of the SDKs unless another is given. */
async function post(body: unknown, headers: Record<string, string> = {}) {
  const response = await ask("POST", { accept: both, ...headers }, body);
  const text = await response.text();
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers whose form the protocol describes
  const message: any = lastMessage(text);
  return { status: response.status, session: response.headers.get("mcp-session-id") ?? "", message };
}

const initialize = (params: Record<string, unknown> = {}) => ({
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "raw", version: "1" }, ...params },
});
const open = async (): Promise<Record<string, string>> => ({ "mcp-session-id": (await post(initialize())).session });

describe("Accept", () => {
  const including = [
    "*/*",
    "*/*;q=0.8",
    "application/*, text/event-stream",
    "APPLICATION/JSON, TEXT/EVENT-STREAM",
    "text/*;q=0.5 , application/json;charset=utf-8",
    null,
  ];
  test.each(including)("Accept %j includes both types, in a session and out of one", async (accept) => {
    const named: Record<string, string> = accept === null ? {} : { accept };
    const send = async (body: unknown, headers: Record<string, string>) => {
      const response = await ask("POST", { ...headers, ...named }, body);
      return { response, message: lastMessage(await response.text()) };
    };
    const begun = await send(initialize(), {});
    expect(begun.response.status).toBe(200);
    const session = { "mcp-session-id": begun.response.headers.get("mcp-session-id") ?? "" };
    const list = { jsonrpc: "2.0", id: 2, method: "tools/list" };
    expect(await send(list, session)).toMatchObject({
      response: { status: 200 },
      message: { result: { tools: expect.anything() } },
    });
    expect(await send(modernRequest("tools/list"), modernHeaders("tools/list"))).toMatchObject({
      response: { status: 200 },
      message: { result: { tools: expect.anything() } },
    });
    const stream = await ask("GET", { ...session, ...named });
    expect([stream.status, stream.headers.get("content-type")]).toEqual([200, "text/event-stream"]);
    await stream.body?.cancel();
  });

  test.each(["application/json", "text/event-stream", "text/html", "*/*, text/event-stream;q=0", "image/*"])(
    "Accept %j lacks one of them, and is refused in a session",
    async (accept) => {
      expect((await post(initialize(), { accept })).status).toBe(406);
    },
  );
});

test.each(["PUT", "PATCH", "HEAD", "OPTIONS"])(
  "the method %s is answered 405, with those that there are",
  async (method) => {
    for (const headers of [{}, await open()]) {
      const response = await ask(method, { accept: both, ...headers });
      expect([response.status, response.headers.get("allow")]).toEqual([405, "GET, POST, DELETE"]);
    }
  },
);

describe("null", () => {
  test("null stands for nothing in each part of a message, in a session", async () => {
    const begun = await post(
      initialize({
        capabilities: { roots: null, sampling: null, elicitation: null },
        clientInfo: { name: "java", title: null, version: "1" },
        _meta: null,
      }),
    );
    expect(begun.status).toBe(200);
    const session = { "mcp-session-id": begun.session };
    expect((await post({ jsonrpc: "2.0", method: "notifications/initialized", params: null }, session)).status).toBe(
      202,
    );
    const call = (method: string, params: unknown) => post({ jsonrpc: "2.0", id: 2, method, params }, session);
    for (const params of [null, { cursor: null }, { _meta: null }, { _meta: { progressToken: null } }])
      expect((await call("tools/list", params)).message.result.tools.length).toBeGreaterThan(5);
    expect((await call("ping", null)).message.result).toEqual({});
    expect(
      (await call("tools/call", { name: "myGames", arguments: null })).message.result.structuredContent,
    ).toMatchObject({ games: [] });
    // Without the arguments that it needs, a tool says what to do.
    const refused = (await call("tools/call", { name: "finishTurn", arguments: null })).message.result;
    expect(refused).toMatchObject({
      isError: true,
      structuredContent: { error: { code: "INVALID_ARGUMENT" }, next_action: { tool: "myGames" } },
    });
  });

  test("null stands for nothing in the revision without sessions, and in the plain form", async () => {
    const modern = (name: string) =>
      post(modernRequest("tools/call", { name, arguments: null }), modernHeaders("tools/call", name));
    expect((await modern("myGames")).message.result.structuredContent).toMatchObject({ games: [] });
    expect((await modern("finishTurn")).message.result.structuredContent.next_action.tool).toBe("myGames");
    const plain = { accept: "application/json" };
    const list = { jsonrpc: "2.0", id: 1, method: "tools/list", params: null };
    expect((await post(list, plain)).message.result.tools.length).toBeGreaterThan(5);
    const call = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "myGames", arguments: null } };
    expect((await post(call, plain)).message.result.structuredContent).toMatchObject({ games: [] });
  });

  test("null in a person's answer to a form stands for nothing as well", async () => {
    const session = { "mcp-session-id": (await post(initialize({ capabilities: { elicitation: {} } }))).session };
    const created = await post(
      { jsonrpc: "2.0", id: 2, method: "tools/call", params: { name: "createGame", arguments: { name: "Ann" } } },
      session,
    );
    const { game_id } = created.message.result.structuredContent;
    const asks = { name: "askPerson", arguments: { game_id } };
    const asked = await ask(
      "POST",
      { accept: both, ...session },
      { jsonrpc: "2.0", id: 3, method: "tools/call", params: asks },
    );
    const reader = asked.body?.pipeThrough(new TextDecoderStream()).getReader();
    let text = "";
    while (!text.includes("elicitation/create")) text += (await reader?.read())?.value ?? "";
    const { id } = JSON.parse(/^data: ?(.+)$/m.exec(text)?.[1] ?? "null");
    await post({ jsonrpc: "2.0", id, result: { action: "decline", content: null, _meta: null } }, session);
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) text += part.value;
    expect(text).toContain("Nothing was played, and nothing is lost.");
  });
});

describe("a session", () => {
  test("a session that has ended is begun anew by its client, whatever header it still sends", async () => {
    const stale = { "mcp-session-id": "00000000-0000-4000-8000-000000000000" };
    const begun = await post(initialize(), stale);
    expect(begun).toMatchObject({ status: 200, message: { result: { protocolVersion: "2025-06-18" } } });
    expect(begun.session).toMatch(/\S/);
    expect(begun.session).not.toBe(stale["mcp-session-id"]);
    const list = { jsonrpc: "2.0", id: 2, method: "tools/list" };
    expect((await post(list, { "mcp-session-id": begun.session })).status).toBe(200);
    expect((await post(list, stale)).status).toBe(404);
    expect((await ask("DELETE", stale)).status).toBe(404);
  });

  test("a session has one stream: a newer one takes the place of the older, and hears what happens", async () => {
    const session = await open();
    const made = await post(
      { jsonrpc: "2.0", id: 2, method: "tools/call", params: { name: "createGame", arguments: { color: "white" } } },
      session,
    );
    const { game_id } = made.message.result.structuredContent;
    const uri = `kibitz://games/${game_id}`;
    await post({ jsonrpc: "2.0", id: 3, method: "resources/subscribe", params: { uri } }, session);
    const streams = [];
    for (let count = 0; count < 3; count += 1) {
      const stream = await ask("GET", { accept: "text/event-stream", ...session });
      expect(stream.status).toBe(200);
      streams.push(stream);
    }
    const [first, second, last] = streams;
    // Those that were replaced have ended, and said nothing.
    expect([await first?.text(), await second?.text()]).toEqual(["", ""]);
    const reader = last?.body?.pipeThrough(new TextDecoderStream()).getReader();
    await post(
      {
        jsonrpc: "2.0",
        id: 4,
        method: "tools/call",
        params: { name: "finishTurn", arguments: { game_id, move: "e4" } },
      },
      session,
    );
    expect((await reader?.read())?.value).toContain("notifications/resources/updated");
    await reader?.cancel();
    // The session goes on.
    expect((await post({ jsonrpc: "2.0", id: 5, method: "ping" }, session)).message.result).toEqual({});
  });
});

const unasked: Registrar = {
  LEAGUE_REGISTER_REQUEST: async () => ({}),
  REFEREE_REGISTER_REQUEST: async () => ({}),
  MATCH_RESULT: async () => ({}),
};

test("the door of leagues reads requests as leniently", async () => {
  const door = createStatelessHttp(
    () => leagueServer(unasked),
    () => {},
  );
  const send = async (accept: string | null, body: object) => {
    const headers = { "content-type": "application/json", ...(accept === null ? {} : { accept }) };
    const response = await door.fetch(
      new Request("http://127.0.0.1/league.v1", { method: "POST", headers, body: JSON.stringify(body) }),
    );
    // biome-ignore lint/suspicious/noExplicitAny: tests look into answers whose form the protocol describes
    return { status: response.status, message: lastMessage(await response.text()) as any };
  };
  for (const accept of ["*/*", null, "Application/JSON, Text/Event-Stream"])
    expect((await send(accept, initialize({ _meta: null }))).status).toBe(200);
  const listed = await send("*/*", { jsonrpc: "2.0", id: 2, method: "tools/list", params: null });
  expect(listed.message.result.tools).toHaveLength(3);
  await door.close();
});
