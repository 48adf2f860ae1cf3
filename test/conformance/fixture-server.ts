import { silentLog } from "../../src/main/base/log.ts";
import { openTcpDoor } from "../../src/main/doors/tcp.ts";
import { createBacklogs } from "../../src/main/flow/backlogs.ts";
import { createAuthority, createConnections } from "../../src/main/games/authority.ts";
import { createGames } from "../../src/main/games/games.ts";
import { createSeatCalls, createWakes } from "../../src/main/games/wakes.ts";
import { openLeagueServices } from "../../src/main/league/services.ts";
import { createFormUse, FORM_MS } from "../../src/main/mcp/forms/forms.ts";
import { createShownTokens, createTalkDelivery } from "../../src/main/mcp/server/agent-memory.ts";
import { createHolds } from "../../src/main/mcp/server/holds.ts";
import { createMcpHttp } from "../../src/main/mcp/server/http.ts";
import { createTaskIds } from "../../src/main/mcp/tasks/task-ids.ts";
import { createTasks } from "../../src/main/mcp/tasks/tasks.ts";
import { createAnalyst } from "../../src/main/players/stockfish/analyst.ts";
import { openSqliteStore } from "../../src/main/store/sqlite/store.ts";
import { createReplays } from "../../src/main/views/game/replay.ts";
import { accept } from "../../src/shared/result.ts";
import { nobodyElse } from "../league/support.ts";
import { fixtures } from "./fixtures.ts";

/** Kibitz's own MCP over HTTP behind its own door, with the fixtures added and without a token to show. */
export async function openFixtureServer(): Promise<{ readonly url: string; close(): Promise<void> }> {
  const store = openSqliteStore(":memory:");
  const authority = createAuthority("secret");
  const games = createGames({ store, authority, log: silentLog });
  const analyst = createAnalyst({ log: silentLog });
  const now = Date.now;
  const league = openLeagueServices({
    ...nobodyElse,
    store,
    games,
    secret: "secret",
    log: silentLog,
    now,
    random: Math.random,
  });
  const seatCalls = createSeatCalls(now);
  const connections = createConnections();
  const kibitz = {
    ...league,
    games,
    authority,
    connections,
    log: silentLog,
    now,
    waitSeconds: () => 1,
    formMs: FORM_MS,
    boardUrl: (gameId: string) => `http://127.0.0.1/game/${gameId}`,
    boardPage: () => null,
    personIsThere: () => false,
    personName: () => "",
    callLimit: { allows: () => true },
    toldTalk: createTalkDelivery(),
    shownTokens: createShownTokens(),
    seatCalls,
    wakes: createWakes({ seatCalls, now, isAlone: true }),
    tasks: createTasks({ ids: createTaskIds("secret"), store, connections, now }),
    holds: createHolds({ get: () => ({}), set: () => accept(null) }, null, () => true),
    formUse: createFormUse(),
    coach: null,
    random: Math.random,
    analysis: { analyst, replays: createReplays() },
  };
  const backlogs = createBacklogs();
  const mcp = createMcpHttp({ services: kibitz, version: "0.0.0", backlogs, fixtures });
  const door = await openTcpDoor({ port: 0, alternatives: 0, fetch: mcp.fetch, backlogs, log: silentLog });
  return {
    url: `http://127.0.0.1:${door.port}/mcp`,
    close: async () => {
      await mcp.close();
      kibitz.tasks.close();
      await analyst.close();
      await door.close();
      await league.close();
      await games.close();
      await store.close();
    },
  };
}
