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
