import { expect, test, vi } from "vitest";
import { type Line, startShim } from "../shim/shim-process.ts";
import { startHost } from "../support/host-process.ts";
import { personAt } from "../support/person.ts";
import { tempDir } from "../support/temp-dir.ts";

vi.setConfig({ testTimeout: 90_000 });

test("kibitz-mcp --channels tells a client of 2025 what its person played, before and after a restart of the host", async () => {
  using dir = tempDir();
  let host = await startHost(dir.path);
  const shim = startShim(dir.path, { KIBITZ_HOST_COMMAND: '["true"]' }, ["--channels"]);
  expect((await shim.shakeHands()).result).toMatchObject({ capabilities: { experimental: { "claude/channel": {} } } });
  const { game_id } = (await shim.call("createGame", { type: "human" })).result?.structuredContent ?? {};
  const turn = async (own: string, persons: string): Promise<Line> => {
    const moved = await shim.call("finishTurn", { game_id, move: own });
    expect(moved.result?.structuredContent).toMatchObject({ status: "waiting" });
    const { status } = await personAt(host).post(`/api/games/${game_id}/moves`, { move: persons });
    expect(status).toBe(200);
    return shim.others.next("word of the move");
  };
  const told = (move: string) => ({
    method: "notifications/claude/channel",
    params: { content: expect.stringContaining(`I played ${move} in Kibitz game ${game_id}.`), meta: { game_id } },
  });
  expect(await turn("e4", "e5")).toMatchObject(told("e5"));
  await host.kill();
  host = await startHost(dir.path);
  await using _ = host;
  expect(await turn("Nf3", "Nc6")).toMatchObject(told("Nc6"));
  await shim.call("getGame", { game_id });
  expect(shim.others.left).toEqual([]);
  shim.kill();
  await shim.exited;
});
