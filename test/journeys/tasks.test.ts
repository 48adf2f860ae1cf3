import { expect, test, vi } from "vitest";
import { type Line, type Shim, startShim } from "../shim/shim-process.ts";
import { type HostProcess, startHost } from "../support/host-process.ts";
import { personAt } from "../support/person.ts";
import { answerOf, type TaskClient, taskClient, taskClientAt } from "../support/tasks.ts";
import { tempDir } from "../support/temp-dir.ts";

/* Waits that are tasks outlive the host, the shim and both; each is still only its caller's. */

vi.setConfig({ testTimeout: 90_000 });

const overShim = (shim: Shim, name: string): TaskClient =>
  taskClient(async (body) => {
    const { method, params, id }: { method: string; params: object; id: string } = JSON.parse(JSON.stringify(body));
    const { result, error }: Line = await shim.ask(method, params, `${name}-${id}`);
    return { ...(result ? { result } : {}), ...(error ? { error } : {}) };
  });

/** A game against the person, who is to move, and the id of the task that waits for that. */
async function waitingFor(client: TaskClient) {
  const { game_id, seat_token } = answerOf(await client.call("createGame", { type: "human", color: "black" })).data;
  const { result } = await client.call("waitForNextTurn", { game_id, ...(seat_token ? { seat_token } : {}) });
  expect(result).toMatchObject({ resultType: "task", status: "working" });
  return { game_id: String(game_id), id: String(result.taskId) };
}

const play = async (host: HostProcess, gameId: string, move: string) => {
  const { status } = await personAt(host).post(`/api/games/${gameId}/moves`, { move });
  expect(status).toBe(200);
};

test("over HTTP, a host that is killed and started anew takes the wait up", async () => {
  using dir = tempDir();
  let host = await startHost(dir.path);
  const { game_id, id } = await waitingFor(taskClientAt(host));
  await host.kill();
  host = await startHost(dir.path);
  await using _ = host;
  const client = taskClientAt(host);
  expect((await client.get(id)).result).toMatchObject({ status: "working" });
  await play(host, game_id, "e4");
  expect(answerOf(await client.until(id, "completed")).data).toMatchObject({ status: "your_turn", ply: 1 });
});

test("a host that closes ends no task, and the next one has what came meanwhile", async () => {
  using dir = tempDir();
  const first = await startHost(dir.path);
  const { game_id, id } = await waitingFor(taskClientAt(first));
  await first.stop();
  await using host = await startHost(dir.path);
  await play(host, game_id, "e4");
  expect(answerOf(await taskClientAt(host).until(id, "completed")).data).toMatchObject({ status: "your_turn" });
});

test("over the shim, a task outlives the host, then the shim, then both", async () => {
  using dir = tempDir();
  let host = await startHost(dir.path);
  let shim = startShim(dir.path, { KIBITZ_LOG_LEVEL: "info" });
  const { game_id, id } = await waitingFor(overShim(shim, "a"));
  await host.kill();
  // It is asked for while there is no host, and the shim starts one.
  const asked = overShim(shim, "b").get(id);
  expect((await asked).result).toMatchObject({ taskId: id, status: "working" });
  const [second = 0] = shim.hosts();

  shim.kill();
  await shim.exited;
  shim = startShim(dir.path);
  expect((await overShim(shim, "c").get(id)).result).toMatchObject({ status: "working" });

  shim.kill();
  await shim.exited;
  process.kill(second, "SIGKILL");
  // It holds the lock, and may answer, until the system is done with it.
  host = await vi.waitFor(() => startHost(dir.path), 20_000);
  await using _ = host;
  shim = startShim(dir.path);
  const client = overShim(shim, "d");
  expect((await client.get(id)).result).toMatchObject({ status: "working" });
  await play(host, game_id, "e4");
  const { data } = answerOf(await client.until(id, "completed"));
  expect(data).toMatchObject({ status: "your_turn", ply: 1 });
  // The conversation goes on over the new connection with what it is told.
  const next = data.next_action;
  const moved = answerOf(await client.call(next.tool, { ...next.arguments, move: "e5", wait: false }));
  expect(moved.data).toMatchObject({ status: "waiting", ply: 2 });
  shim.kill();
  await shim.exited;
});

test("a task is nobody else’s while its own client is there", async () => {
  using dir = tempDir();
  await using host = await startHost(dir.path);
  const shims = [startShim(dir.path), startShim(dir.path)] as const;
  const [own, other] = [overShim(shims[0], "own"), overShim(shims[1], "other")];
  const { game_id, id } = await waitingFor(own);
  /** Begins to listen. The answer comes at the end, and these subscriptions end with their shims. */
  const listen = (client: TaskClient) =>
    void client.ask("subscriptions/listen", { notifications: { taskIds: [id] } }).catch(() => null);
  const told = async (shim: Shim) => (await shim.others.next("news of a task")).params;
  for (const stranger of [other, taskClientAt(host)])
    for (const method of ["tasks/get", "tasks/cancel", "tasks/update"]) {
      const { error } = await stranger.ask(method, { taskId: id, inputResponses: {} });
      expect(error).toMatchObject({ code: -32602, message: "There is no such task. Call the tool again" });
    }
  listen(other);
  expect(await told(shims[1])).toMatchObject({ notifications: {} });
  listen(own);
  expect(await told(shims[0])).toMatchObject({ notifications: { taskIds: [id] } });
  expect(await told(shims[0])).toMatchObject({ taskId: id, status: "working" });
  await play(host, game_id, "e4");
  expect(await told(shims[0])).toMatchObject({
    taskId: id,
    status: "completed",
    result: { content: expect.any(Array) },
  });
  expect((await own.until(id, "completed")).result).toMatchObject({ status: "completed" });
  expect(host.log()).not.toContain(id);
  for (const shim of shims) shim.kill();
  await Promise.all(shims.map(({ exited }) => exited));
});
