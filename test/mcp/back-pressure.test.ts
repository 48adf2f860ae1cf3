import { afterEach, expect, test } from "vitest";
import { createBacklogs } from "../../src/main/flow/backlogs.ts";
import type { McpHttpOptions } from "../../src/main/mcp/server/http.ts";
import { modernHeaders, modernRequest } from "../journeys/raw.ts";
import { started, sure } from "../live-games/support.ts";
import { openAgentHost } from "./agent-host.ts";

/** Clients that do not read, and clients by the thousand: what they cost, and what they hear. */

const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

const limits = { perClient: 64 * 1024, together: 1024 * 1024 };

function open(http: Partial<McpHttpOptions> = {}) {
  const backlogs = createBacklogs(limits);
  const place = openAgentHost({}, { backlogs, ...http });
  undo.push(() => place[Symbol.asyncDispose]());
  const post = (body: unknown, headers: Record<string, string>, method = "POST", signal: AbortSignal | null = null) =>
    place.mcp.fetch(
      new Request("http://127.0.0.1/mcp", {
        method,
        signal,
        headers: { "content-type": "application/json", accept: "application/json, text/event-stream", ...headers },
        ...(method === "POST" ? { body: JSON.stringify(body) } : {}),
      }),
    );
  /** A session of the 2025 era, spoken to by hand. */
  const session = async () => {
    const params = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "raw", version: "1" } };
    const opened = await post({ jsonrpc: "2.0", id: 0, method: "initialize", params }, {});
    const text = await opened.text();
    const headers = { "mcp-session-id": opened.headers.get("mcp-session-id") ?? "" };
    return {
      status: opened.status,
      text,
      post: (body: unknown, signal?: AbortSignal) => post(body, headers, "POST", signal),
      listen: () => post(null, headers, "GET"),
    };
  };
  return { ...place, backlogs, post, session };
}

/** Lines are said in a game, as many as a test wants, and everybody hears that it has changed. */
async function talk(games: ReturnType<typeof open>["games"], id: string, lines: number): Promise<void> {
  for (let line = 0; line < lines; line += 1) sure(await games.switchAnalysis(id, line % 2 === 0));
}

const call = (id: number, name: string, args: Record<string, unknown>) => ({
  jsonrpc: "2.0",
  id,
  method: "tools/call",
  params: { name, arguments: args },
});

test("those who listen for news of the 2026 era and do not read are cut off, told so, and cost a bounded sum", async () => {
  const { games, backlogs, post } = open();
  const { id } = (await started(games)).state;
  const notifications = { resourceSubscriptions: [`kibitz://games/${id}`, "kibitz://games"] };
  const listen = () =>
    post(modernRequest("subscriptions/listen", { notifications }, "news"), modernHeaders("subscriptions/listen"));
  const silent = await Promise.all(Array.from({ length: 40 }, listen));
  expect(silent.map(({ status }) => status)).toEqual(silent.map(() => 200));
  let most = 0;
  games.listen(() => {
    most = Math.max(most, backlogs.total());
  });
  await talk(games, id, 600);
  expect(most).toBeLessThanOrEqual(limits.together + limits.perClient);
  expect(backlogs.total()).toBeLessThan(limits.perClient);
  for (const response of silent) {
    const text = await response.text();
    expect(text.length).toBeLessThan(2 * limits.perClient);
    expect(text).toMatch(/"id":"news","error":\{"code":-32000,"message":"Kibitz cut this answer off: it was not read/);
  }
});

test("a list of resources that is longer than anybody needs is refused in words, in both eras", async () => {
  const { post, session } = open();
  const resourceSubscriptions = Array.from({ length: 1_000 }, (_, at) => `kibitz://games/${at}/board.svg`);
  const asked = modernRequest("subscriptions/listen", { notifications: { resourceSubscriptions } }, "news");
  const answer = await post(asked, modernHeaders("subscriptions/listen"));
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ id: "news", error: { code: -32602 } });
  const one = await session();
  const subscribe = async (at: number, uri: string) =>
    (await one.post({ jsonrpc: "2.0", id: at, method: "resources/subscribe", params: { uri } })).text();
  expect(await subscribe(1, "kibitz://games")).toContain('"result"');
  expect(await subscribe(2, `kibitz://games/${"9".repeat(20_000)}`)).toContain("Unsubscribe from some first");
});

test("a client that reads hears everything, however many do not", async () => {
  const { games, post } = open();
  const { id } = (await started(games)).state;
  const uri = `kibitz://games/${id}`;
  const ask = modernRequest("subscriptions/listen", { notifications: { resourceSubscriptions: [uri] } }, "news");
  const listen = () => post(ask, modernHeaders("subscriptions/listen"));
  await Promise.all(Array.from({ length: 20 }, listen));
  const reader = (await listen()).body?.getReader();
  if (!reader) throw new Error("no body");
  const decoder = new TextDecoder();
  let text = "";
  const reading = (async () => {
    while (text.split("notifications/resources/updated").length - 1 < 500) {
      const { done, value } = await reader.read();
      if (done) throw new Error(`cut off after ${text.length}`);
      text += decoder.decode(value, { stream: true });
    }
  })();
  await talk(games, id, 500);
  await reading;
  await reader.cancel();
});

test("a 2025-era session that listens and does not read is cut off and told so", async () => {
  const { games, backlogs, session } = open();
  const { id } = (await started(games)).state;
  const one = await session();
  const subscribe = { jsonrpc: "2.0", id: 1, method: "resources/subscribe", params: { uri: `kibitz://games/${id}` } };
  await (await one.post(subscribe)).text();
  const news = await one.listen();
  await talk(games, id, 1_000);
  expect(backlogs.total()).toBeLessThan(limits.perClient);
  expect(await news.text()).toMatch(/"id":null,"error":\{.*was not read/);
});

test("batches of reads that nobody reads are cut off and bounded, and long ones are refused", async () => {
  const { games, backlogs, session } = open();
  const { id } = (await started(games)).state;
  const one = await session();
  const read = (at: number) => ({
    jsonrpc: "2.0",
    id: at + 1,
    method: "resources/read",
    params: { uri: `kibitz://games/${id}/board.svg` },
  });
  const batch = (length: number) => Array.from({ length }, (_, at) => read(at));
  const refused = await one.post(batch(21));
  expect(refused.status).toBe(400);
  expect((await refused.json()).error.message).toContain("at most 20 messages");
  const answers: Response[] = [];
  for (let count = 0; count < 40; count += 1)
    answers.push(await one.post(batch(20).map((each) => ({ ...each, id: `${count}-${each.id}` }))));
  // All that is under way is answered first.
  await (await one.post(call(1, "getGame", { game_id: id }))).text();
  expect(backlogs.total()).toBeLessThanOrEqual(limits.together);
  const texts = await Promise.all(answers.map((answer) => answer.text()));
  const cut = texts.filter((text) => text.includes("was not read"));
  expect(cut.length).toBeGreaterThan(0);
  for (const text of texts) expect(text.length).toBeLessThan(2 * limits.perClient);
});

test("a session with a call under way is never ended for another's sake: idle ones are, and then newcomers are refused", async () => {
  const { games, session, mcp } = open({ mostSessions: 3 });
  const { id } = (await started(games)).state;
  const waiting = await session();
  const wait = await waiting.post(call(7, "watchBoard", { game_id: id, after: 1, timeout_seconds: 30 }));
  const listening = await session();
  await listening.listen();
  const idle = await session();
  for (let count = 0; count < 5; count += 1) expect((await session()).status).toBe(200);
  expect(mcp.sessions()).toBe(3);
  expect((await idle.post(call(1, "listGames", {}))).status).toBe(404);
  // The one that listens goes after those that do nothing.
  expect((await listening.post(call(1, "listGames", {}))).status).toBe(200);

  const waits: Response[] = [];
  for (let count = 0; count < 2; count += 1)
    waits.push(await (await session()).post(call(7, "watchBoard", { game_id: id, after: 1, timeout_seconds: 30 })));
  const refused = await session();
  expect(refused.status).toBe(503);
  expect(refused.text).toContain("3 sessions are open");
  sure(await games.switchAnalysis(id, true));
  for (const answer of [wait, ...waits]) expect(await answer.text()).toContain('"id":7');
});

test("a cancelled call of a 2025-era session ends its answer, and holds the session no longer", async () => {
  const { games, session, mcp } = open({ mostSessions: 1 });
  const { id } = (await started(games)).state;
  const one = await session();
  const wait = (at: number) => call(at, "watchBoard", { game_id: id, after: 1, timeout_seconds: 30 });
  const cancel = (requestId: number) => ({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId } });

  const both = await one.post([wait(1), wait(2)]);
  const alone = await one.post(wait(3));
  for (const requestId of [1, 3, 99]) expect((await one.post(cancel(requestId))).status).toBe(202);
  expect(await alone.text()).not.toContain('"id":3');
  expect((await session()).status).toBe(503);

  // Nor is more said where the rest was answered before, or what is cancelled came in a batch with that.
  const rest = await one.post([call(4, "listGames", {}), wait(5)]);
  const reader = rest.body?.getReader();
  expect(new TextDecoder().decode((await reader?.read())?.value)).toContain('"id":4');
  const own = await one.post([wait(6), cancel(6)]);
  await one.post([cancel(5), cancel(99)]);
  expect(await reader?.read()).toMatchObject({ done: true });
  expect(await own.text()).not.toContain('"id":6');
  expect((await session()).status).toBe(503);

  // The other requests of its batch are still answered, and then the stream ends.
  sure(await games.switchAnalysis(id, true));
  const text = await both.text();
  expect(text).toContain('"id":2');
  expect(text).not.toContain('"id":1');
  expect((await session()).status).toBe(200);
  expect(mcp.sessions()).toBe(1);
});

test("a batch whose client went away holds its session no longer", async () => {
  const { games, session } = open({ mostSessions: 1 });
  const { id } = (await started(games)).state;
  const one = await session();
  const wait = (at: number) => call(at, "watchBoard", { game_id: id, after: 1, timeout_seconds: 30 });
  const gone = new AbortController();
  const answer = await one.post([wait(1), wait(2)], gone.signal);
  gone.abort();
  expect(await answer.text()).not.toContain('"id"');
  expect((await session()).status).toBe(200);
});
