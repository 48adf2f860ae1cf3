import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { DialResult, LinkListener } from "../../src/shim/host-link.ts";
import { createRelay } from "../../src/shim/relay.ts";
import { createInbox } from "./inbox.ts";
import type { Line } from "./shim-process.ts";

const silent = { error() {}, warn() {}, info() {}, debug() {} };

/** A relay between a client and hosts that the test plays. */
function play() {
  const client = createInbox<Line>();
  const host = createInbox<Line>();
  const calls = createInbox<Call>();
  const holds: boolean[] = [];
  let live = 0;
  const relay = createRelay({
    toClient: (line) => client.push(JSON.parse(line)),
    holdClient: (stop) => holds.push(stop),
    reach: (listener, isWanted) =>
      new Promise((resolve) => {
        const link = { send: (line: string) => host.push(JSON.parse(line)), hold() {}, close: () => void live-- };
        calls.push({
          listener,
          isWanted,
          link() {
            live++;
            resolve({ kind: "linked", link });
          },
          resolve,
        });
      }),
    log: silent,
  });
  return {
    relay,
    client,
    host,
    calls,
    holds,
    links: () => live,
    send: (message: object) => relay.fromClient(JSON.stringify({ jsonrpc: "2.0", ...message })),
    /** The relay looks for a host, and finds this one. */
    async appear(): Promise<Call> {
      const call = await calls.next("search for a host");
      call.link();
      await turn();
      return call;
    },
  };
}

interface Call {
  listener: LinkListener;
  isWanted(): boolean;
  link(): void;
  resolve(reached: DialResult): void;
}

/** Lets promises that are already settled be noticed. */
const turn = () => new Promise(setImmediate);
const say = (call: Call, message: object) => call.listener.line(JSON.stringify({ jsonrpc: "2.0", ...message }));

/** A 2025-era client that has shaken hands. */
async function shakenHands() {
  const scene = play();
  scene.send({ id: 0, method: "initialize", params: { protocolVersion: "2025-11-25", clientInfo: { name: "test" } } });
  const first = await scene.appear();
  await scene.host.next("initialize");
  say(first, { id: 0, result: { protocolVersion: "2025-11-25" } });
  await scene.client.next("answer to initialize");
  scene.send({ method: "notifications/initialized" });
  await scene.host.next("initialized");
  return { ...scene, first };
}

describe("the end of the client's input", () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
  afterEach(() => void vi.useRealTimers());

  test("requests that wait for a slow start are sent to the host, and have 5 s for their answers from then on", async () => {
    const { send, relay, host, calls } = play();
    send({ id: 1, method: "a" });
    let ends = 0;
    relay.finish(() => void ends++);
    const call = await calls.next("search for a host");
    await vi.advanceTimersByTimeAsync(15_000);
    expect(ends).toBe(0);
    call.link();
    await turn();
    expect((await host.next()).method).toBe("a");
    await vi.advanceTimersByTimeAsync(4_900);
    expect(ends).toBe(0);
    await vi.advanceTimersByTimeAsync(200);
    expect(ends).toBe(1);
  });

  test("a request that is under way has 5 s for its answer, after which nobody waits for it", async () => {
    const { send, relay, appear } = play();
    send({ id: 1, method: "a" });
    await appear();
    let ends = 0;
    relay.finish(() => void ends++);
    await vi.advanceTimersByTimeAsync(4_900);
    expect(ends).toBe(0);
    await vi.advanceTimersByTimeAsync(200);
    expect(ends).toBe(1);
  });
});

describe("carrying", () => {
  test("lines pass unchanged both ways, whatever else stands in them", async () => {
    const sent: string[] = [];
    const got: string[] = [];
    let listener: LinkListener | null = null;
    const relay = createRelay({
      toClient: (line) => got.push(line),
      holdClient() {},
      reach: (given) => {
        listener = given;
        return Promise.resolve({ kind: "linked", link: { send: (line) => sent.push(line), hold() {}, close() {} } });
      },
      log: silent,
    });
    const request = '{"params": {"n":1.0000000000000000001,"t":"♞"}, "method":"x","id":"a","jsonrpc":"2.0"}';
    relay.fromClient(request);
    await turn();
    const answered = '{ "id":"a","jsonrpc":"2.0","result":{"big":12345678901234567890}}';
    (listener as LinkListener | null)?.line(answered);
    expect(sent).toEqual([request]);
    expect(got).toEqual([answered]);
  });

  test("messages from before the host is there wait and keep their order", async () => {
    const { send, host, appear } = play();
    send({ id: 1, method: "a" });
    send({ method: "notifications/n" });
    send({ id: 2, method: "b" });
    await appear();
    expect([await host.next(), await host.next(), await host.next()].map((line) => line.method)).toEqual([
      "a",
      "notifications/n",
      "b",
    ]);
  });

  test("notifications alone do not ask for a host", async () => {
    const { send, calls } = play();
    send({ method: "notifications/roots/list_changed" });
    await turn();
    expect(calls.left).toEqual([]);
  });

  test("a line that is not JSON is answered with a parse error and goes no further", async () => {
    const { relay, client, calls } = play();
    relay.fromClient("{oops");
    expect(await client.next()).toMatchObject({ id: null, error: { code: -32700 } });
    expect(calls.left).toEqual([]);
  });

  test.each([
    [[{ jsonrpc: "2.0", id: 1, method: "a" }], null],
    [{ id: 7, method: "a" }, 7],
    [{ jsonrpc: "2.0", id: 8, method: "a", params: [1] }, 8],
    [{ jsonrpc: "2.0", id: null, method: "a" }, null],
    [{ jsonrpc: "2.0", id: 9 }, 9],
  ])("JSON that is not MCP is answered rather than left hanging: %j", async (message, id) => {
    const { relay, client } = play();
    relay.fromClient(JSON.stringify(message));
    expect(await client.next()).toMatchObject({ id, error: { code: -32600 } });
  });

  test("a batch is answered message by message in the revision that has batches, also one that comes before the host", async () => {
    const scene = play();
    const ping = (id: number) => ({ jsonrpc: "2.0", id, method: "ping" });
    const batch = (messages: unknown) => scene.relay.fromClient(JSON.stringify(messages));
    scene.send({ id: 1, method: "initialize", params: { protocolVersion: "2025-03-26" } });
    batch([ping(2), { jsonrpc: "2.0", method: "notifications/roots/list_changed" }, ping(3)]);
    const host = await scene.appear();
    for (const method of ["initialize", "ping", "notifications/roots/list_changed", "ping"])
      expect(await scene.host.next()).toMatchObject({ method });
    say(host, { id: 1, result: { protocolVersion: "2025-03-26" } });
    for (const id of [3, 2]) say(host, { id, result: {} });
    for (const id of [1, 3, 2]) expect(await scene.client.next()).toMatchObject({ id, result: {} });
    for (const wrong of [[], Array.from({ length: 21 }, (_, id) => ping(id))]) {
      batch(wrong);
      expect(await scene.client.next()).toMatchObject({ id: null, error: { code: -32600 } });
    }
    batch([5, ping(4)]);
    expect(await scene.client.next()).toMatchObject({ id: null, error: { code: -32600 } });
    expect(await scene.host.next()).toMatchObject({ id: 4, method: "ping" });
    // Later revisions have none.
    const later = await shakenHands();
    later.relay.fromClient(JSON.stringify([ping(2)]));
    expect(await later.client.next()).toMatchObject({ error: { message: expect.stringContaining("one JSON object") } });
  });

  test("null stands for nothing in each part of a message but the arguments of a tool", async () => {
    const { send, client, host, first } = await shakenHands();
    send({ id: 1, method: "tools/list", params: null });
    expect(await host.next()).toEqual({ jsonrpc: "2.0", id: 1, method: "tools/list" });
    send({ id: 2, method: "tools/call", params: { name: "say", arguments: null, _meta: { progressToken: null } } });
    expect(await host.next()).toMatchObject({ params: { name: "say", _meta: {} } });
    send({ id: 3, method: "tools/call", params: { name: "say", arguments: { message: null, more: [null] } } });
    expect(await host.next()).toMatchObject({ params: { arguments: { message: null, more: [null] } } });
    say(first, { id: 9, method: "elicitation/create", params: {} });
    send({ id: (await client.next()).id, result: { action: "decline", content: null } });
    expect(await host.next()).toEqual({ jsonrpc: "2.0", id: 9, result: { action: "decline" } });
  });

  test("a line from the host that is not MCP never reaches standard output", async () => {
    const { send, client, appear } = play();
    send({ id: 1, method: "a" });
    const call = await appear();
    call.listener.line("Segmentation fault");
    say(call, { id: 1, result: {} });
    expect(await client.next()).toMatchObject({ id: 1 });
  });

  test("a host that is slower than the client holds the client, and losing it lets go", async () => {
    const { first, holds } = await shakenHands();
    first.listener.onCongestion(true);
    first.listener.onClose();
    expect(holds).toEqual([true, false]);
  });
});

describe("when the host goes away", () => {
  test("a tool call under way when the host goes away gets a result that says so and what to call next", async () => {
    const { send, client, first, host } = await shakenHands();
    send({ id: 5, method: "tools/call", params: { name: "finishTurn", arguments: { game_id: "4821", move: "e2e4" } } });
    await host.next();
    first.listener.onClose();
    const { id, result } = await client.next();
    expect(id).toBe(5);
    expect(result).toMatchObject({
      isError: true,
      structuredContent: {
        error: { code: "HOST_RESTARTED" },
        next_action: { tool: "getGame", arguments: { game_id: "4821" } },
      },
    });
    expect(result?.content?.[0]?.text).toMatch(/^Error: Kibitz restarted while this call was under way\./);
    expect(result).not.toHaveProperty("resultType");
  });

  test.each([
    ["waitForNextTurn", { game_id: "4821", seat_token: "s", timeout_seconds: 20 }],
    ["watchGame", { game_id: "4821", after_ply: 3 }],
    ["waitForNextMatch", { league_id: "12", entrant_token: "s" }],
    ["get_turn", { timeout_seconds: 25 }],
  ])("a wait has not failed when the host goes away, and is to be repeated as it was (%s)", async (name, call) => {
    const { send, client, first } = await shakenHands();
    send({ id: 6, method: "tools/call", params: { name, arguments: call } });
    first.listener.onClose();
    const { result } = await client.next();
    expect(result?.isError).toBeUndefined();
    expect(result?.structuredContent).toMatchObject({
      status: "timeout",
      next_action: { tool: name, arguments: call },
    });
    expect(result?.content?.[0]?.text).toMatch(/^Timeout: Kibitz restarted while this call was under way\./);
  });

  test.each([
    ["joinLeague", { league_id: "12", name: "Ada" }, "getLeague", { league_id: "12" }],
    ["leaveLeague", { league_id: 12, entrant_token: "s" }, "getLeague", { league_id: 12 }],
    ["createLeague", { name: "Cup" }, "listLeagues", {}],
    ["createGame", { type: "computer" }, "myGames", {}],
    ["make_move", { row: 1, col: 1 }, "view_game_state", {}],
    ["restart_game", {}, "view_game_state", {}],
    ["resignGame", { game_id: 4821, seat_token: "s" }, "getGame", { game_id: 4821, seat_token: "s" }],
    ["joinGame", { game_id: "4821", join_code: "c" }, "joinGame", { game_id: "4821", join_code: "c" }],
    ["listGames", { status: "open" }, "listGames", { status: "open" }],
    ["previewLine", { game_id: "4821", moves: ["e4"] }, "previewLine", { game_id: "4821", moves: ["e4"] }],
  ])("%s with %j is repeated after a restart, or %s tells what has become of it", async (name, call, tool, args) => {
    const { send, client, first } = await shakenHands();
    send({ id: 6, method: "tools/call", params: { name, arguments: call } });
    first.listener.onClose();
    const { result } = await client.next();
    expect(result?.structuredContent).toMatchObject({
      error: { code: "HOST_RESTARTED" },
      next_action: { tool, arguments: args },
    });
  });

  test("a move with its ply is to be repeated when the host goes away, since it is never played twice", async () => {
    const { send, client, first } = await shakenHands();
    const call = { game_id: "4821", move: "e4", ply: 0, wait: true };
    send({ id: 6, method: "tools/call", params: { name: "finishTurn", arguments: call } });
    first.listener.onClose();
    const { result } = await client.next();
    expect(result).toMatchObject({
      isError: true,
      structuredContent: {
        error: { code: "HOST_RESTARTED" },
        next_action: { tool: "finishTurn", arguments: call },
      },
    });
  });

  test("a result of the 2026 era says that it is complete when the host goes away, and a subscription ends in good order", async () => {
    const { send, client, appear } = play();
    const _meta = { "io.modelcontextprotocol/protocolVersion": "2026-07-28" };
    send({ id: "l", method: "subscriptions/listen", params: { _meta, notifications: {} } });
    send({ id: "c", method: "tools/call", params: { _meta, name: "createGame", arguments: {} } });
    const call = await appear();
    call.listener.onClose();
    expect(await client.next()).toEqual({
      jsonrpc: "2.0",
      id: "l",
      result: { resultType: "complete", _meta: { "io.modelcontextprotocol/subscriptionId": "l" } },
    });
    expect(await client.next()).toMatchObject({ id: "c", result: { resultType: "complete", isError: true } });
  });

  test("a request other than a tool call gets an error when the host goes away", async () => {
    const { send, client, first } = await shakenHands();
    send({ id: 7, method: "resources/read", params: { uri: "kibitz://games" } });
    first.listener.onClose();
    expect(await client.next()).toMatchObject({ id: 7, error: { code: -32603 } });
  });

  test("a cancelled request is not answered when the host goes away", async () => {
    const { send, client, first, host } = await shakenHands();
    send({ id: 8, method: "tools/call", params: { name: "waitForNextTurn", arguments: {} } });
    send({ method: "notifications/cancelled", params: { requestId: 8 } });
    await host.next();
    expect(await host.next()).toMatchObject({ method: "notifications/cancelled" });
    first.listener.onClose();
    await turn();
    expect(client.left).toEqual([]);
  });

  test("a request of a host that went away, which nobody can answer any more, is called off", async () => {
    const { send, client, first, host, appear } = await shakenHands();
    say(first, { id: 0, method: "roots/list" });
    await client.next();
    first.listener.onClose();
    expect(await client.next()).toMatchObject({ method: "notifications/cancelled", params: { requestId: 0 } });
    const second = await appear();
    say(second, { id: (await host.next()).id, result: { protocolVersion: "2025-11-25" } });
    await host.next();
    send({ id: 0, result: { roots: [] } });
    send({ id: 1, method: "after" });
    expect(await host.next()).toMatchObject({ method: "after" });
  });

  test("a late reply to a form of a host that went away is not taken for one to the next host", async () => {
    const { send, client, first, host, appear } = await shakenHands();
    say(first, { id: 0, method: "elicitation/create" });
    const form = await client.next();
    first.listener.onClose();
    await client.next("cancelled");
    const second = await appear();
    say(second, { id: (await host.next()).id, result: { protocolVersion: "2025-11-25" } });
    await host.next("initialized");
    say(second, { id: 0, method: "elicitation/create" });
    const next = await client.next();
    send({ id: form.id, result: { action: "accept", content: { move: "Nh3" } } });
    send({ id: next.id, result: { action: "decline" } });
    expect(await host.next()).toMatchObject({ id: 0, result: { action: "decline" } });
  });

  test("a reply to a form that its host withdrew reaches the host, which says that it came too late", async () => {
    const { send, client, first, host } = await shakenHands();
    for (const id of [0, 1]) say(first, { id, method: "elicitation/create" });
    await client.next();
    const form = await client.next();
    say(first, { method: "notifications/cancelled", params: { requestId: 1 } });
    expect(await client.next()).toMatchObject({ method: "notifications/cancelled", params: { requestId: form.id } });
    send({ id: form.id, result: { action: "accept", content: { move: "Nh3" } } });
    expect(await host.next()).toMatchObject({ id: 1, result: { action: "accept" } });
  });

  test("a ping that is under way when the host goes away is answered", async () => {
    const { send, client, first, host } = await shakenHands();
    send({ id: 9, method: "ping" });
    await host.next();
    first.listener.onClose();
    expect(await client.next()).toEqual({ jsonrpc: "2.0", id: 9, result: {} });
  });

  test("an idle client is no reason to start another host, and neither is its ping", async () => {
    const { send, client, first, calls } = await shakenHands();
    first.listener.onClose();
    const search = await calls.next();
    expect(search.isWanted()).toBe(false);
    send({ id: 9, method: "ping" });
    expect(await client.next()).toEqual({ jsonrpc: "2.0", id: 9, result: {} });
    expect(search.isWanted()).toBe(false);
    search.resolve({ kind: "absent" });
    await turn();
    expect(calls.left).toEqual([]);
    send({ id: 10, method: "tools/list" });
    expect((await calls.next()).isWanted()).toBe(true);
  });

  test("a request that comes in just as the search is given up is searched for again", async () => {
    const { send, first, calls } = await shakenHands();
    first.listener.onClose();
    (await calls.next()).resolve({ kind: "absent" });
    send({ id: 10, method: "tools/list" });
    expect((await calls.next()).isWanted()).toBe(true);
  });

  test("messages of a connection after it was lost are not heard", async () => {
    const { client, first, appear, host } = await shakenHands();
    first.listener.onClose();
    const second = await appear();
    await host.next();
    say(first, { method: "notifications/late" });
    first.listener.onClose();
    say(second, { method: "notifications/soon" });
    expect(await client.next()).toMatchObject({ method: "notifications/soon" });
  });
});

describe("with the next host", () => {
  test("the handshake is repeated unseen, and what came in between follows it", async () => {
    const { send, client, first, host, appear } = await shakenHands();
    for (const [id, method, params] of [
      [1, "logging/setLevel", { level: "warning" }],
      [2, "resources/subscribe", { uri: "kibitz://games/1" }],
      [3, "resources/subscribe", { uri: "kibitz://games/2" }],
      [4, "resources/unsubscribe", { uri: "kibitz://games/1" }],
    ] as const) {
      send({ id, method, params });
      await host.next();
      say(first, { id, result: {} });
      await client.next();
    }
    first.listener.onClose();
    const second = await appear();
    send({ id: 5, method: "tools/list" });
    const opening = await host.next();
    expect(opening).toMatchObject({ method: "initialize", params: { clientInfo: { name: "test" } } });
    expect(host.left).toEqual([]);
    say(second, { id: opening.id, result: { protocolVersion: "2025-11-25" } });
    const lines = [await host.next(), await host.next(), await host.next(), await host.next()];
    expect(lines.map(({ method, params }) => [method, params?.uri ?? params?.level])).toEqual([
      ["notifications/initialized", undefined],
      ["logging/setLevel", "warning"],
      ["resources/subscribe", "kibitz://games/2"],
      ["tools/list", undefined],
    ]);
    say(second, { id: lines[1]?.id, result: {} });
    say(second, { id: lines[2]?.id, error: { code: -32002, message: "gone" } });
    say(second, { id: 5, result: { tools: [] } });
    expect(await client.next()).toMatchObject({ id: 5 });
    expect(client.left).toEqual([]);
  });

  test("a handshake that nobody answered goes to the next host as if for the first time", async () => {
    const { send, client, host, appear } = play();
    send({ id: 0, method: "initialize", params: {} });
    (await appear()).listener.onClose();
    await host.next();
    const second = await appear();
    expect(await host.next()).toMatchObject({ id: 0, method: "initialize" });
    say(second, { id: 0, result: {} });
    expect(await client.next()).toMatchObject({ id: 0, result: {} });
  });

  test("hosts that keep going away do not keep a request waiting for ever", async () => {
    const { send, client, appear } = play();
    send({ id: 0, method: "initialize", params: {} });
    for (let host = 0; host < 3; host++) (await appear()).listener.onClose();
    expect(await client.next()).toMatchObject({ id: 0, error: { code: -32603 } });
  });

  test("a next host that refuses the repeated handshake is left, and those who wait are told", async () => {
    const { send, client, first, host, appear, links } = await shakenHands();
    first.listener.onClose();
    const second = await appear();
    send({ id: 5, method: "tools/list" });
    const before = links();
    say(second, { id: (await host.next()).id, error: { code: -32602, message: "no" } });
    expect(await client.next()).toMatchObject({ id: 5, error: { message: expect.stringContaining("refused") } });
    expect(links()).toBe(before - 1);
  });

  test("all who wait are told what to do when no next host can be had, and the next request tries again", async () => {
    const { send, client, calls } = play();
    send({ id: 1, method: "tools/list" });
    send({ id: 2, method: "tools/list" });
    (await calls.next()).resolve({ kind: "failed", message: "Start it yourself." });
    expect(await client.next()).toMatchObject({ id: 1, error: { code: -32603, message: "Start it yourself." } });
    expect(await client.next()).toMatchObject({ id: 2, error: { message: "Start it yourself." } });
    send({ id: 3, method: "tools/list" });
    await calls.next();
  });

  test("a request cancelled while it waited is forgotten", async () => {
    const { send, calls, host } = play();
    send({ id: 1, method: "tools/list" });
    send({ method: "notifications/cancelled", params: { requestId: 1 } });
    const call = await calls.next();
    expect(call.isWanted()).toBe(false);
    call.link();
    await turn();
    expect(host.left).toEqual([]);
  });
});

test("where there is no Kibitz to start, one tool says what to do, until there is one", async () => {
  const { client, host, calls, send, appear } = play();
  const nothing = async () =>
    (await calls.next("search")).resolve({ kind: "failed", message: "Install it.", missing: true });
  send({
    id: 1,
    method: "initialize",
    params: { protocolVersion: "2025-06-18", clientInfo: { name: "c", version: "1" } },
  });
  await nothing();
  expect(await client.next()).toMatchObject({ id: 1, result: { protocolVersion: "2025-06-18" } });
  send({ method: "notifications/initialized" });
  send({ id: 2, method: "tools/list" });
  await nothing();
  expect(await client.next()).toMatchObject({ id: 2, result: { tools: [{ name: "startKibitz" }] } });
  send({ id: 3, method: "tools/call", params: { name: "startKibitz", arguments: {} } });
  await nothing();
  expect(await client.next()).toMatchObject({ id: 3, result: { isError: true, content: [{ text: "Install it." }] } });
  send({ id: 4, method: "resources/list" });
  await nothing();
  expect(await client.next()).toMatchObject({ id: 4, error: { message: "Install it." } });
  send({ id: 40, method: "tools/call", params: { name: "startKibitz" } });
  (await calls.next("search")).resolve({ kind: "failed", message: "It did not start." });
  expect(await client.next()).toMatchObject({
    id: 40,
    result: { isError: true, content: [{ text: "It did not start." }] },
  });

  // Once there is one, it is told who is there, and the client that there are other tools.
  send({ id: 5, method: "tools/list" });
  const there = await appear();
  const opening = await host.next();
  expect(opening).toMatchObject({ method: "initialize", params: { clientInfo: { name: "c" } } });
  say(there, { id: opening.id, result: { protocolVersion: "2025-06-18" } });
  expect(await host.next()).toMatchObject({ method: "notifications/initialized" });
  expect(await host.next()).toMatchObject({ id: 5, method: "tools/list" });
  expect(await client.next()).toMatchObject({ method: "notifications/tools/list_changed" });
  say(there, { id: 5, result: { tools: [] } });
  expect(await client.next()).toMatchObject({ id: 5 });

  // A client that goes on showing that one tool is told how to go on, and calls the others through it.
  const start = async (id: number, given: unknown) =>
    send({ id, method: "tools/call", params: { name: "startKibitz", arguments: given, _meta: { progressToken: 1 } } });
  for (const [id, given] of [
    [6, {}],
    [7, null],
    [8, { tool: "startKibitz" }],
  ] as const) {
    await start(id, given);
    const { result } = await client.next();
    expect(result?.isError).toBeUndefined();
    expect(result?.content?.[0]?.text).toMatch(
      /^Kibitz is running\. List the tools again.*startKibitz \{"tool":.*the chat/,
    );
  }
  for (const [id, args] of [
    [9, { game_id: "4821" }],
    [10, '{"game_id":"4821"}'],
  ] as const) {
    await start(id, { tool: "getGame", arguments: args });
    expect(await host.next()).toMatchObject({
      id,
      method: "tools/call",
      params: { name: "getGame", arguments: { game_id: "4821" }, _meta: { progressToken: 1 } },
    });
  }
  await start(11, { tool: "myGames" });
  expect(await host.next()).toMatchObject({ id: 11, params: { name: "myGames", arguments: {} } });
  there.listener.onClose();
  expect((await client.next()).result?.structuredContent).toMatchObject({ next_action: { tool: "getGame" } });
});

test("a client that was told of that one tool alone is told of the others once there is a host again", async () => {
  const { client, first, host, calls, send, appear } = await shakenHands();
  first.listener.onClose();
  (await calls.next("search")).resolve({ kind: "absent" });
  await turn();
  send({ id: 1, method: "tools/list", params: { _meta: { "io.modelcontextprotocol/protocolVersion": "2026-07-28" } } });
  (await calls.next("search")).resolve({ kind: "failed", message: "Install it.", missing: true });
  expect(await client.next()).toMatchObject({
    id: 1,
    result: { resultType: "complete", tools: [{ name: "startKibitz" }] },
  });
  send({ id: 2, method: "tools/call", params: { name: "startKibitz", arguments: {} } });
  const there = await appear();
  const opening = await host.next();
  say(there, { id: opening.id, result: { protocolVersion: "2025-11-25" } });
  expect(await client.next()).toMatchObject({ method: "notifications/tools/list_changed" });
  expect(await client.next()).toMatchObject({
    id: 2,
    result: { content: [{ text: expect.stringMatching(/^Kibitz is running/) }] },
  });
});
