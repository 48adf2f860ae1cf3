import { expect, test } from "vitest";
import { connect } from "../support/agents.ts";
import { startHost } from "../support/host-process.ts";
import { tempDir } from "../support/temp-dir.ts";

test("an agent meets a person under the name that the person chose", async () => {
  using dir = tempDir();
  await using host = await startHost(dir.path);
  await using agent = await connect(host, "http", "v1 client");
  const before = await agent.call("createGame", { type: "human" });
  expect(before.data.opponent).toMatchObject({ kind: "human", name: "Human" });

  const headers = { authorization: `Bearer ${host.token}`, "content-type": "application/json" };
  await fetch(`${host.url}/api/settings`, { method: "PUT", headers, body: JSON.stringify({ name: "Ann" }) });
  const after = await agent.call("createGame", { type: "human" });
  expect(after.data.opponent).toMatchObject({ kind: "human", name: "Ann" });
});

test("a person meets an agent under its program's name for people, as one short line of text", async () => {
  using dir = tempDir();
  await using host = await startHost(dir.path);
  for (const [kind, title, shown] of [
    ["v1 client", "Claude", "Claude"],
    ["v2 client, new era", "Claude", "Claude"],
    ["v2 client, new era", `Claude\n\u202e${"x".repeat(60)}`, /^Claude \P{C}{1,40}$/u],
  ] as const) {
    await using agent = await connect(host, "http", kind, { name: "claude-ai", title });
    const { data } = await agent.call("createGame", { type: "human" });
    const headers = { authorization: `Bearer ${host.token}` };
    const game = await (await fetch(`${host.url}/api/games/${data.game_id}`, { headers })).json();
    const names = Object.values<{ kind: string; name: string }>(game.players).filter((each) => each.kind === "agent");
    expect(names.map(({ name }) => name)).toEqual([typeof shown === "string" ? shown : expect.stringMatching(shown)]);
  }
});
