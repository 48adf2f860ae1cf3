import { expect, test, vi } from "vitest";
import { taskUri, toldOverHttp } from "../../src/main/mcp/tasks/requests.ts";
import { accept } from "../../src/shared/result.ts";
import { sure } from "../live-games/support.ts";
import { answerOf, TASKS, type TaskClient, taskClientOf } from "../support/tasks.ts";
import { openAgentHost } from "./agent-host.ts";

/** On a busy machine what is soon there takes its time. */
const soon = { timeout: 20_000 };

/** A game against the person at the window, who is to move, and the task of waiting for that. */
async function waitingFor(client: TaskClient) {
  const { game_id, seat_token } = answerOf(await client.call("createGame", { type: "human", color: "black" })).data;
  const { result } = await client.call("waitForNextTurn", { game_id, seat_token });
  return { game_id, seat_token, task: result, id: String(result.taskId) };
}

test("a wait is a task for a client that knows them: it works, and ends with what the tool would have answered", async () => {
  await using place = openAgentHost();
  const client = taskClientOf(place.mcp);
  const { game_id, seat_token, task, id } = await waitingFor(client);
  expect(task).toMatchObject({ resultType: "task", status: "working", ttlMs: 86_400_000, pollIntervalMs: 1_500 });
  expect(task).not.toHaveProperty("content");
  expect(task.createdAt).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/);
  expect((await client.get(id)).result).toMatchObject({ resultType: "complete", taskId: id, status: "working" });
  sure(await place.games.play(game_id, "white", { text: "e4" }, 1));
  const done = await client.until(id, "completed");
  const answer = answerOf(done);
  expect(answer.data).toMatchObject({ status: "your_turn", ply: 1, moves_san: ["e4"] });
  expect(answer.data.next_action).toMatchObject({ tool: "finishTurn", arguments: { game_id, seat_token } });
  for (const half of [answer.text, JSON.stringify(answer.data)]) expect(half.length).toBeLessThanOrEqual(900);
  expect((await client.get(id)).result).toEqual(done.result);
});

test("a client that does not declare tasks waits as ever, and is refused their methods", async () => {
  await using place = openAgentHost();
  const { game_id, seat_token, id } = await waitingFor(taskClientOf(place.mcp));
  for (const era of ["2025", "2026"] as const) {
    const chat = await place.connect({ era });
    expect((await chat.call("waitForNextTurn", { game_id, seat_token })).data).toMatchObject({ status: "timeout" });
    expect(Boolean(chat.client.getServerCapabilities()?.extensions?.[TASKS])).toBe(era === "2026");
  }
  const plain = taskClientOf(place.mcp, { extensions: {} });
  for (const method of ["tasks/get", "tasks/update", "tasks/cancel"]) {
    const { error } = await plain.ask(method, { taskId: id });
    expect(error).toMatchObject({ code: -32021, data: { requiredCapabilities: { extensions: { [TASKS]: {} } } } });
  }
});

test("a call that does not wait is no task", async () => {
  await using place = openAgentHost();
  const client = taskClientOf(place.mcp);
  const created = await client.call("createGame", { type: "human" });
  const { game_id, seat_token } = answerOf(created).data;
  const mine = await client.call("waitForNextTurn", { game_id, seat_token });
  const moved = await client.call("finishTurn", { game_id, seat_token, move: "e4" });
  const refused = await client.call("waitForNextTurn", { game_id: "1" });
  for (const { result } of [created, mine, moved, refused]) expect(result.resultType).toBe("complete");
  expect(answerOf(refused).data.error.code).toBe("GAME_NOT_FOUND");
});

test("a move that also waits is played once, and its wait alone is the task", async () => {
  await using place = openAgentHost();
  const client = taskClientOf(place.mcp);
  const { game_id, seat_token } = answerOf(await client.call("createGame", { type: "human" })).data;
  const { result } = await client.call("finishTurn", { game_id, seat_token, move: "e4", wait: true });
  expect(result).toMatchObject({ status: "working" });
  expect((await place.page(game_id)).history).toHaveLength(1);
  // As it is taken up where nothing of it is in memory.
  place.services.tasks.close();
  expect((await client.get(result.taskId)).result).toMatchObject({ status: "working" });
  sure(await place.games.play(game_id, "black", { text: "e5" }, 1));
  const answer = answerOf(await client.until(result.taskId, "completed"));
  expect(answer.data).toMatchObject({ status: "your_turn", ply: 2, moves_san: ["e4", "e5"] });
});

test("a task that is cancelled waits no more, and stays cancelled", async () => {
  await using place = openAgentHost();
  const client = taskClientOf(place.mcp);
  const { game_id, id } = await waitingFor(client);
  expect(place.games.waiting()).toBe(1);
  expect((await client.ask("tasks/cancel", { taskId: id })).result).toMatchObject({ resultType: "complete" });
  await vi.waitFor(() => expect(place.games.waiting()).toBe(0), soon);
  sure(await place.games.play(game_id, "white", { text: "e4" }, 1));
  const { result } = await client.get(id);
  expect(result).toMatchObject({ status: "cancelled" });
  expect(result).not.toHaveProperty("result");
  expect((await client.ask("tasks/cancel", { taskId: id })).result).toMatchObject({ resultType: "complete" });
  // As after a restart, where nothing of it is in memory.
  place.services.tasks.close();
  expect((await client.get(id)).result).toMatchObject({ status: "cancelled" });
  expect(place.games.waiting()).toBe(0);
});

test("a task of a client without a connection is of no use to another bearer", async () => {
  await using place = openAgentHost();
  const [own, other] = ["Bearer one", "Bearer two"].map((authorization) =>
    taskClientOf(place.mcp, {}, { authorization }),
  );
  if (!own || !other) throw new Error("there are no two clients");
  const { id } = await waitingFor(own);
  for (const stranger of [other, taskClientOf(place.mcp)])
    for (const method of ["tasks/get", "tasks/cancel", "tasks/update"])
      expect((await stranger.ask(method, { taskId: id, inputResponses: {} })).error?.code).toBe(-32602);
  expect((await own.get(id)).result).toMatchObject({ status: "working" });
});

test("a subscription over HTTP tells of its tasks however its events are cut into chunks", async () => {
  const of = (method: string, params: object) =>
    `event: message\ndata: ${JSON.stringify({ jsonrpc: "2.0", method, params })}\n\n`;
  const others = [": keep-alive\n\n", of("notifications/progress", { progress: 1, progressToken: 1 })];
  const text = [of("notifications/resources/updated", { uri: taskUri("7") }), ...others].join("");
  const task = { taskId: "7", status: "working" } as const;
  for (const size of [1, 9, text.length]) {
    const chunks = text.match(new RegExp(`[^]{1,${size}}`, "g")) ?? [];
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        for (const chunk of chunks) controller.enqueue(new TextEncoder().encode(chunk));
        controller.close();
      },
    });
    const response = new Response(body, { headers: { "content-type": "text/event-stream" } });
    const answer = await toldOverHttp(response, { now: () => task }).text();
    expect(answer).toBe([of("notifications/tasks", task), ...others].join(""));
  }
});

test("a client that listens to a task is told how it is, and need not ask", async () => {
  await using place = openAgentHost({}, {}, undefined, {}, { lingerMs: 50 });
  const begins = taskClientOf(place.mcp);
  const [listened, left] = [await waitingFor(begins), await waitingFor(begins)];
  const { client } = await place.connect({ era: "2026", tasks: true });
  const heard: Record<string, unknown>[] = [];
  client.fallbackNotificationHandler = async ({ method, params }) =>
    void (method === "notifications/tasks" && heard.push({ ...params }));
  const listen = async (...taskIds: string[]) =>
    client.listen({ taskIds, resourceSubscriptions: ["kibitz://games"] } as object);
  const subscription = await listen(listened.id, "no.such");
  // The SDK leaves the tasks out here.
  expect(subscription.honoredFilter).toEqual({ resourceSubscriptions: ["kibitz://games"] });
  await vi.waitFor(() => expect(heard).toMatchObject([{ taskId: listened.id, status: "working" }]), soon);
  // Nobody waits any more for the other one.
  await vi.waitFor(() => expect(place.games.waiting()).toBe(1), 5_000);
  expect(place.services.tasks.now(left.id)).toBeNull();
  sure(await place.games.play(listened.game_id, "white", { text: "e4" }, 1));
  await vi.waitFor(() => expect(heard).toHaveLength(2), soon);
  const { _meta: _, ...told } = heard[1] ?? {};
  const { result } = await begins.get(listened.id);
  expect(result).toMatchObject(told);
  expect(told).toMatchObject({ status: "completed", result: { structuredContent: { status: "your_turn", ply: 1 } } });
  await subscription.close();

  // One that is not in memory is taken up again, and let go of when the client no longer listens.
  const again = await listen(left.id);
  await vi.waitFor(() => expect(heard[2]).toMatchObject({ taskId: left.id, status: "working" }), soon);
  expect(place.games.waiting()).toBe(1);
  await again.close();
  await vi.waitFor(() => expect(place.games.waiting()).toBe(0), 5_000);
});

test("forms and cancellations are told to a client that listens; one that knows no tasks is refused", async () => {
  await using place = openAgentHost();
  const begins = taskClientOf(place.mcp, { elicitation: {} });
  const { game_id, seat_token } = answerOf(await begins.call("createGame", { type: "human", color: "black" })).data;
  const { taskId } = (await begins.call("askPerson", { game_id, seat_token })).result;
  const { client } = await place.connect({ era: "2026", tasks: true });
  const heard: unknown[] = [];
  client.fallbackNotificationHandler = async ({ params }) => void heard.push(params?.["status"]);
  await client.listen({ taskIds: [taskId] } as object);
  await vi.waitFor(() => expect(heard).toEqual(["input_required"]), soon);
  await begins.ask("tasks/cancel", { taskId });
  await vi.waitFor(() => expect(heard.at(-1)).toBe("cancelled"), soon);
  const plain = taskClientOf(place.mcp, { extensions: {} });
  const { error } = await plain.ask("subscriptions/listen", { notifications: { taskIds: [taskId] } });
  expect(error).toMatchObject({ code: -32021, data: { requiredCapabilities: { extensions: { [TASKS]: {} } } } });
});

test("ids that are wrong, changed or too old are refused, and hold no secret", async () => {
  await using place = openAgentHost();
  const client = taskClientOf(place.mcp);
  const { game_id, seat_token, id } = await waitingFor(client);
  // Claude Code refuses ids of 153 characters; people read them, too.
  expect(id.length).toBeLessThanOrEqual(64);
  expect(id).toMatch(new RegExp(`^game-${game_id}-black-[\\w-]{47}$`));
  expect(id).not.toContain(seat_token);
  expect(Buffer.from(id.slice(-47), "base64url").toString("latin1")).not.toContain(
    Buffer.from(seat_token, "base64url").toString("latin1"),
  );
  const changes = [id.replace("black", "white"), id.replace("game", "league"), id.replace(game_id, "9999")];
  const bits = Array.from({ length: 47 }, (_, at) => {
    const place = id.length - 47 + at;
    return `${id.slice(0, place)}${id[place] === "A" ? "B" : "A"}${id.slice(place + 1)}`;
  });
  for (const wrong of ["", "x", "no.such", `${id}x`, id.slice(1), ...changes, ...bits, "a".repeat(5_000)])
    for (const method of ["tasks/get", "tasks/cancel", "tasks/update"])
      expect((await client.ask(method, { taskId: wrong, inputResponses: {} })).error?.code, wrong).toBe(-32602);
  place.clock.ahead = 86_400_001;
  expect((await client.get(id)).error).toMatchObject({ code: -32602, message: expect.stringContaining("has expired") });
});

test("nobody waits for a client that has stopped asking, until it asks again", async () => {
  await using place = openAgentHost({}, {}, undefined, {}, { lingerMs: 100 });
  const client = taskClientOf(place.mcp);
  const { id } = await waitingFor(client);
  await vi.waitFor(() => expect(place.games.waiting()).toBe(0), 5_000);
  const again = client.get(id);
  await vi.waitFor(() => expect(place.games.waiting()).toBe(1), { interval: 5, timeout: 20_000 });
  expect((await again).result).toMatchObject({ status: "working" });
});

test("an agent whose seat was freed is told so by its task, and gets no token of the next one", async () => {
  await using place = openAgentHost();
  const client = taskClientOf(place.mcp);
  const { game_id, id } = await waitingFor(client);
  place.services.tasks.close();
  sure(await place.games.freeSeat(game_id, "black"));
  const answer = answerOf(await client.until(id, "completed"));
  expect(answer.isError).toBe(true);
  expect(answer.text).toContain("A person freed your seat");
});

test("a form in a task is taken back where the game goes on without it, and a late answer plays nothing", async () => {
  await using place = openAgentHost();
  const client = taskClientOf(place.mcp, { elicitation: { form: {} } });
  const { game_id, seat_token } = answerOf(await client.call("createGame", { type: "human", color: "black" })).data;
  const asked = (await client.call("askPerson", { game_id, seat_token })).result;
  const open = (await client.until(asked.taskId, "input_required")).result;
  const [key = ""] = Object.keys(open.inputRequests);
  expect(open.inputRequests[key]).toMatchObject({ method: "elicitation/create", params: { mode: "form" } });
  sure(await place.games.play(game_id, "white", { text: "d4" }, 1));
  const done = await client.until(asked.taskId, "completed");
  expect(done.result).not.toHaveProperty("inputRequests");
  expect(answerOf(done).data).toMatchObject({ status: "your_turn", moves_san: ["d4"] });
  const late = { [key]: { action: "accept", content: { move: "e4" } } };
  await client.ask("tasks/update", { taskId: asked.taskId, inputResponses: late });
  expect((await place.page(game_id)).history).toHaveLength(1);
});

test("a person moves by the form of a task; nonsense brings another form, under another key", async () => {
  await using place = openAgentHost();
  const client = taskClientOf(place.mcp, { elicitation: {} });
  const { game_id, seat_token } = answerOf(await client.call("createGame", { type: "human", color: "black" })).data;
  const { taskId } = (await client.call("askPerson", { game_id, seat_token })).result;
  const keys: string[] = [];
  for (const move of ["Ke5", "e4"]) {
    await vi.waitFor(async () => {
      const [key = ""] = Object.keys((await client.get(taskId)).result.inputRequests ?? {});
      expect(key).not.toBe("");
      expect(keys).not.toContain(key);
      keys.push(key);
    }, soon);
    const inputResponses = { [keys.at(-1) ?? ""]: { action: "accept", content: { move } }, unknown: 1 };
    expect((await client.ask("tasks/update", { taskId, inputResponses })).result).toMatchObject({
      resultType: "complete",
    });
  }
  expect(answerOf(await client.until(taskId, "completed")).data).toMatchObject({ ply: 1, moves_san: ["e4"] });
});

test("an entrant’s wait for its match is a task, and is taken up again by its token", async () => {
  await using place = openAgentHost();
  const host = await place.connect({ toolsets: "league" });
  const entrants = [{ kind: "strategy", strategy: "random", name: "Dice" }];
  const { league_id } = (await host.call("createLeague", { name: "Cup", game: "tic-tac-toe", entrants })).data;
  const client = taskClientOf(place.mcp);
  const { entrant_token } = answerOf(await client.call("joinLeague", { league_id })).data;
  const waiting = (await client.call("waitForNextMatch", { league_id, entrant_token })).result;
  const { taskId } = waiting;
  expect(waiting).toMatchObject({ pollIntervalMs: 1_000 });
  expect((await client.get(taskId)).result).toMatchObject({ status: "working" });
  expect(Buffer.from(taskId, "base64url").toString()).not.toContain(entrant_token);
  place.services.tasks.close();
  expect((await client.get(taskId)).result).toMatchObject({ status: "working" });
  await host.call("startLeague", { league_id });
  const { data } = answerOf(await client.until(taskId, "completed"));
  expect(data).toMatchObject({ league_id, seat_token: expect.any(String), next_action: { tool: expect.any(String) } });
});

test("a second wait of a seat takes the place of the first, which ends with a sentence; reviews and other seats go on", async () => {
  await using place = openAgentHost();
  const client = taskClientOf(place.mcp, { elicitation: { form: {} } });
  const { game_id, seat_token, id } = await waitingFor(client);
  const other = await waitingFor(client);
  const asked = (await client.call("askPerson", { game_id, seat_token })).result.taskId;
  const replaced = answerOf(await client.get(id));
  expect(replaced.data).toMatchObject({ status: "replaced", next_action: null });
  for (const half of [replaced.text, replaced.data.message])
    expect(half).toContain("nothing is to be done for this one");
  expect((await client.get(asked)).result.status).toBe("input_required");
  const again = (await client.call("waitForNextTurn", { game_id, seat_token })).result.taskId;
  expect(answerOf(await client.get(asked)).data.status).toBe("replaced");
  sure(await place.games.play(game_id, "white", { text: "e4" }, 1));
  expect(answerOf(await client.until(again, "completed")).data).toMatchObject({
    status: "your_turn",
    moves_san: ["e4"],
  });
  expect((await client.get(other.id)).result.status).toBe("working");
  expect(place.games.waiting()).toBe(1);
});

test("after a restart the newest wait of a seat goes on, whichever is asked for first", async () => {
  await using place = openAgentHost();
  const client = taskClientOf(place.mcp);
  const { game_id, seat_token, id } = await waitingFor(client);
  place.clock.ahead += 2_000;
  const newer = (await client.call("waitForNextTurn", { game_id, seat_token })).result.taskId;
  for (const order of [
    [id, newer],
    [newer, id],
  ]) {
    place.services.tasks.close();
    for (const each of order) await client.get(each);
    expect(answerOf(await client.get(id)).data.status).toBe("replaced");
    expect((await client.get(newer)).result.status).toBe("working");
    expect(place.games.waiting()).toBe(1);
  }
});

test("a reply of the computer comes within the call, and no task is made of it", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const thinks = {
    pids: [],
    chooseMove: async () => {
      await promise;
      return accept("e7e5");
    },
    warmUp: async () => {},
    close: async () => {},
  };
  await using place = openAgentHost({}, {}, thinks);
  const client = taskClientOf(place.mcp);
  const { game_id, seat_token } = answerOf(await client.call("createGame", {})).data;
  const moved = client.call("finishTurn", { game_id, seat_token, move: "e4", wait: true });
  await vi.waitFor(() => expect(place.games.waiting()).toBe(1), soon);
  // Longer than a wait for a person would last before it became a task.
  await new Promise((passed) => setTimeout(passed, 250));
  resolve();
  expect(answerOf(await moved).data).toMatchObject({ status: "your_turn", moves_san: ["e4", "e5"] });
});

test("clients whose waits go on in the background read so in instructions, descriptions and their first answer", async () => {
  await using place = openAgentHost();
  const client = taskClientOf(place.mcp);
  const plain = taskClientOf(place.mcp, { extensions: {} });
  for (const [each, isBackground] of [
    [client, true],
    [plain, false],
  ] as const) {
    const { instructions } = (await each.ask("server/discover")).result;
    const { tools } = (await each.ask("tools/list")).result;
    const described = ["finishTurn", "waitForNextTurn", "waitForNextMatch"].map(
      (name) => tools.find((tool: { name: string }) => tool.name === name).description,
    );
    const created = answerOf(await each.call("createGame", { type: "human" }));
    for (const text of [instructions, ...described, created.text, JSON.stringify(created.data)])
      expect(/in the background/.test(text), text).toBe(isBackground);
    expect(/to its end/.test(created.text)).toBe(isBackground);
    for (const text of [instructions, ...described]) expect(/poll nothing/.test(text), text).toBe(isBackground);
  }
});

test("an entrant that waits by a task is woken once, when it is to move", async () => {
  await using place = openAgentHost();
  const client = taskClientOf(place.mcp);
  const { league_id } = answerOf(await client.call("createLeague", { game: "tic-tac-toe" })).data;
  const tokens: string[] = [];
  for (const name of ["Ada", "Boole"])
    tokens.push(answerOf(await client.call("joinLeague", { league_id, name })).data.entrant_token);
  const tasks = await Promise.all(
    tokens.map(async (entrant_token) => (await client.call("waitForNextMatch", { league_id, entrant_token })).result),
  );
  await client.call("startLeague", { league_id });
  const ids = tasks.map(({ taskId }) => String(taskId));
  await vi.waitFor(async () => {
    const states = await Promise.all(ids.map(async (id) => (await client.get(id)).result.status));
    expect(states.toSorted()).toEqual(["completed", "working"]);
  }, soon);
  const replies = await Promise.all(ids.map((id) => client.get(id)));
  const first = answerOf(replies.find(({ result }) => result.status === "completed") ?? {}).data;
  const second = ids[replies.findIndex(({ result }) => result.status === "working")] ?? "";
  expect(first).toMatchObject({ status: "your_turn", league_id });
  await client.call("finishTurn", { game_id: first.game_id, seat_token: first.seat_token, move: first.legal_moves[0] });
  const woken = answerOf(await client.until(second, "completed")).data;
  expect(woken).toMatchObject({ status: "your_turn", game_id: first.game_id, league_id, ply: 1 });
  expect(woken.seat_token).toMatch(/^[\w-]{32}$/);
});

test("an agent whose client is gone before it fetches the result is missed", async () => {
  await using place = openAgentHost({}, {}, undefined, {}, { graceMs: 0, lingerMs: 2_000 });
  const client = taskClientOf(place.mcp);
  const [fetched, left] = [await waitingFor(client), await waitingFor(client)];
  for (const { game_id } of [fetched, left]) sure(await place.games.play(game_id, "white", { text: "e4" }, 1));
  await client.until(fetched.id, "completed");
  const due = async ({ game_id }: { readonly game_id: string }) =>
    place.services.wakes.dueIn(sure(await place.games.get(game_id)), "white");
  await vi.waitFor(() => expect(place.games.waiting()).toBe(0), soon);
  // For a while it may still ask.
  expect([await due(fetched), await due(left)]).toEqual([null, null]);
  await vi.waitFor(async () => expect(await due(left)).toBe(0), soon);
  // It comes back, is told, and calls.
  const { data } = answerOf(await client.get(left.id));
  await client.call("getGame", { game_id: left.game_id, seat_token: data.next_action.arguments.seat_token });
  expect(await due(left)).toBeNull();
});
