import { expect, test } from "vitest";
import { openAgentHost } from "./agent-host.ts";

test.each(["2025", "2026"] as const)(
  "a host that closes answers calls that come meanwhile with HOST_CLOSING, in the revision %s",
  async (era) => {
    await using host = await openAgentHost();
    const agent = await host.connect({ era });
    expect((await agent.call("listGames")).isError).toBe(false);
    const closing = host.mcp.close();
    const { isError, text, data } = await agent.call("listGames", { status: "live" });
    await closing;
    expect([isError, data.error.code]).toEqual([true, "HOST_CLOSING"]);
    expect(text).toMatch(/Kibitz is closing.*\n\n.*listGames/s);
    expect(data.next_action).toMatchObject({ tool: "listGames", arguments: { status: "live" } });
    await expect(agent.client.listTools()).rejects.toThrow(/HOST_CLOSING/);
    expect((await agent.call("listGames")).data.error.code).toBe("HOST_CLOSING");
  },
);

test("a host that closes first gives the answers that it owes", async () => {
  await using host = await openAgentHost();
  const agent = await host.connect({ era: "2026" });
  const closing = Promise.withResolvers<void>();
  // Its game is kept, and it has not been answered.
  const stop = host.games.listen(() => {
    stop();
    closing.resolve(host.mcp.close());
  });
  expect((await agent.call("createGame", { game: "odd-even", type: "computer" })).isError).toBe(false);
  await closing.promise;
});
