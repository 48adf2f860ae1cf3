import { expect, test } from "vitest";
import { silentLog } from "../../src/main/base/log.ts";
import { createPlayerServer } from "../../src/main/league-v1/programs/player-server.ts";
import { envelopeOf } from "../../src/main/league-v1/protocol.ts";
import { leagueServer } from "../../src/main/league-v1/registrar.ts";
import { createStatelessHttp } from "../../src/main/mcp/server/http-parts.ts";
import { invalid } from "../../src/shared/result.ts";
import { modernHeaders, modernRequest } from "../journeys/raw.ts";
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

test("the door of league.v1 gives the answers that it owes, and tells who comes later that the host closes", async () => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const answered = async () => {
    await held;
    return { success: true };
  };
  const registrar = { LEAGUE_REGISTER_REQUEST: answered, REFEREE_REGISTER_REQUEST: answered, MATCH_RESULT: answered };
  const door = createStatelessHttp(
    () => leagueServer(registrar),
    () => {},
  );
  const send = (method: string, params: Record<string, unknown>) => {
    const headers = { "content-type": "application/json", accept: "application/json, text/event-stream" };
    const more = modernHeaders(method, method === "tools/call" ? "match_result" : undefined);
    const body = JSON.stringify(modernRequest(method, params));
    return door.fetch(
      new Request("http://127.0.0.1/league.v1", { method: "POST", headers: { ...headers, ...more }, body }),
    );
  };
  const call = () => send("tools/call", { name: "match_result", arguments: {} });
  const owed = call();
  const closing = door.close();
  for (const late of [await call(), await send("tools/list", {})])
    expect([late.status, await late.text()]).toEqual([503, expect.stringContaining("HOST_CLOSING")]);
  release();
  const { status, text } = await owed.then(async (answer) => ({ status: answer.status, text: await answer.text() }));
  expect([status, text]).toEqual([200, expect.stringContaining('"success":true')]);
  await closing;
  expect((await call()).status).toBe(503);
});

test("a player's server that ends in the midst of a move answers so that it is asked again", async () => {
  const asked = Promise.withResolvers<void>();
  const server = createPlayerServer({
    sender: () => "player:1",
    mover: (_, signal) => {
      asked.resolve();
      return new Promise((resolve) => signal.addEventListener("abort", () => resolve(invalid("called off"))));
    },
    token: () => null,
    news: { onInvitation: () => {}, onStart: () => {}, onEnd: () => {}, standings: () => {} },
    status: () => ({}),
    log: silentLog,
  });
  const move = { ...envelopeOf("MOVE_REQUEST", "1", "1", "referee:1", 0), round_number: 1, game_state: {} };
  const ask = () =>
    server.fetch(
      new Request("http://127.0.0.1/mcp", {
        method: "POST",
        headers: {
          ...{ host: "127.0.0.1", "content-type": "application/json", accept: "application/json, text/event-stream" },
          ...modernHeaders("tools/call", "make_move"),
        },
        body: JSON.stringify(modernRequest("tools/call", { name: "make_move", arguments: move })),
      }),
    );
  const answer = ask();
  await asked.promise;
  await server.close();
  expect([(await answer).status, (await ask()).status]).toEqual([503, 503]);
});
