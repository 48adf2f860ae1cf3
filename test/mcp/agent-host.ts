import {
  Client as ClientV2,
  type ElicitResult,
  StreamableHTTPClientTransport as HttpV2,
} from "@modelcontextprotocol/client";
import { silentLog } from "../../src/main/base/log.ts";
import { createCoach } from "../../src/main/coach/coach.ts";
import { createBacklogs } from "../../src/main/flow/backlogs.ts";
import { createAuthority, createConnections } from "../../src/main/games/authority.ts";
import { createGames } from "../../src/main/games/games.ts";
import { createSeatCalls, createWakes } from "../../src/main/games/wakes.ts";
import { openLeagueServices } from "../../src/main/league/services.ts";
import { createFormUse, FORM_MS } from "../../src/main/mcp/forms/forms.ts";
import { createCallLimit, createShownTokens, createTalkDelivery } from "../../src/main/mcp/server/agent-memory.ts";
import { createHolds } from "../../src/main/mcp/server/holds.ts";
import { createMcpHttp, type McpHttpOptions } from "../../src/main/mcp/server/http.ts";
import { createTaskIds } from "../../src/main/mcp/tasks/task-ids.ts";
import { createTasks } from "../../src/main/mcp/tasks/tasks.ts";
import type { Services } from "../../src/main/mcp/tools/call.ts";
import { playerDrivers } from "../../src/main/players/drivers.ts";
import type { ChessEngine } from "../../src/main/players/stockfish/pool.ts";
import { createSupervisor } from "../../src/main/players/supervisor.ts";
import { openSqliteStore } from "../../src/main/store/sqlite/store.ts";
import { personsDetail } from "../../src/main/views/game/game-view.ts";
import { createReplays } from "../../src/main/views/game/replay.ts";
import type { BoardEvent } from "../../src/shared/coach/board.ts";
import { accept } from "../../src/shared/result.ts";
import { nobodyElse } from "../league/support.ts";
import { sure } from "../live-games/support.ts";
import { type Answer, type CallOptions, readAnswer } from "../support/agents.ts";
import { checkHalves } from "../support/halves.ts";
import { TASKS } from "../support/tasks.ts";

/** The page that stands in for the built one: what is sent in place of it shows. */
const boardPage = '<!doctype html><script type="application/json" id="kibitz-seed">null</script>';

/** One conversation: what it calls, and what it reads. Each answer says the same in both halves, or the call throws. */
export interface Chat {
  readonly client: ClientV2;
  call(tool: string, args?: Record<string, unknown>, options?: CallOptions): Promise<Answer>;
}

/**
 * MCP over HTTP as the host serves it, without a port: real clients speak through its door. A client of the 2025 era
 * has a connection of its own; one of the 2026 era has none.
 */
export function openAgentHost(
  change: Partial<Services> = {},
  http: Partial<McpHttpOptions> = {},
  engine: ChessEngine = noEngine,
  leagueServices: Partial<typeof nobodyElse> = {},
  {
    graceMs,
    lingerMs,
    isAlone = true,
  }: { readonly graceMs?: number; readonly lingerMs?: number; readonly isAlone?: boolean } = {},
) {
  const backlogs = createBacklogs();
  const store = openSqliteStore(":memory:");
  const connections = createConnections();
  const authority = createAuthority("secret", connections);
  const clock = { ahead: 0, missed: 0 };
  const now = () => Date.now() + clock.ahead;
  const games = createGames({
    store,
    authority,
    log: silentLog,
    now,
    missedMs: () => clock.missed,
  });
  // Games of this table are played by strategies, unless a test brings an engine: none is there to be started.
  const supervisor = createSupervisor({ games, drivers: playerDrivers({ engine }), log: silentLog });
  const league = openLeagueServices({
    store,
    games,
    secret: "secret",
    log: silentLog,
    ...nobodyElse,
    now: Date.now,
    random: Math.random,
    connections,
    ...leagueServices,
  });
  const seatCalls = createSeatCalls(now);
  const boardEvents: BoardEvent[] = [];
  const coach = createCoach({
    games,
    tell: (event) => void boardEvents.push(event),
    pageUrl: (id) => `http://127.0.0.1:7397/analysis?game=${id}&share=ask`,
  });
  const services: Services = {
    ...league,
    games,
    authority,
    connections,
    log: silentLog,
    now,
    waitSeconds: () => 0.02,
    formMs: FORM_MS,
    boardUrl: (gameId) => `http://127.0.0.1:7397/game/${gameId}`,
    boardPage: () => boardPage,
    personIsThere: () => false,
    personName: () => "",
    random: Math.random,
    analysis: { analyst: noAnalyst, replays: createReplays() },
    callLimit: createCallLimit(),
    toldTalk: createTalkDelivery(),
    shownTokens: createShownTokens(),
    seatCalls,
    wakes: createWakes({ seatCalls, now, isAlone, graceMs }),
    tasks: createTasks({
      ids: createTaskIds("secret"),
      store,
      connections,
      now,
      ...(lingerMs === undefined ? {} : { lingerMs }),
    }),
    holds: createHolds({ get: () => ({}), set: () => accept(null) }, null, () => true),
    formUse: createFormUse(),
    coach: coach.forAssistants,
    ...change,
  };
  const mcp = createMcpHttp({ services, version: "0.0.0", backlogs, ...http });
  const clients: ClientV2[] = [];

  const connect = async ({
    era = "2025",
    name = "tester",
    apps = false,
    tasks = false,
    answers = null,
    toolsets = "",
  }: Partial<Connecting> = {}): Promise<Chat> => {
    const client = new ClientV2(
      { name, version: "1.0.0" },
      {
        versionNegotiation: { mode: era === "2025" ? "legacy" : "auto" },
        capabilities: {
          extensions: { ...(apps ? { "io.modelcontextprotocol/ui": {} } : {}), ...(tasks ? { [TASKS]: {} } : {}) },
          ...(answers ? { elicitation: { form: {} } } : {}),
        },
      },
    );
    if (answers)
      client.setRequestHandler("elicitation/create", async ({ params }, { mcpReq }) => answers(params, mcpReq.signal));
    const url = new URL(`http://127.0.0.1/mcp${toolsets ? `?toolsets=${toolsets}` : ""}`);
    const fetch = (input: string | URL, init?: RequestInit) => mcp.fetch(new Request(input, init));
    await client.connect(new HttpV2(url, { fetch }));
    clients.push(client);
    return {
      client,
      call: async (tool, args = {}, options) => {
        const answer = readAnswer(await client.callTool({ name: tool, arguments: args }, options));
        checkHalves(answer);
        return answer;
      },
    };
  };
  return {
    games,
    authority,
    ...league,
    services,
    mcp,
    /** By how many milliseconds the table's time is ahead, and how many of them the host stood still. */
    clock,
    connect,
    /** The person's side of shared boards, and what their pages were told. */
    boards: coach.forPages,
    boardEvents,
    /** The game as the person's page shows it. */
    page: async (id: string) => personsDetail(sure(await games.get(id)), Date.now(), authority.joinCodeOf),
    [Symbol.asyncDispose]: async () => {
      await Promise.all(clients.map((client) => client.close()));
      await mcp.close();
      services.tasks.close();
      await league.close();
      await supervisor.close();
      await games.close();
      await store.close();
    },
  };
}

/** The person's answer to a form. */
export type Answers = (form: { readonly message: string }, signal: AbortSignal) => ElicitResult | Promise<ElicitResult>;

interface Connecting {
  readonly era: "2025" | "2026";
  readonly name: string;
  /** Whether the client says that it shows MCP Apps. */
  readonly apps: boolean;
  /** Whether it says that it knows tasks. */
  readonly tasks: boolean;
  /** How the person answers forms; null for a client that shows none. */
  readonly answers: Answers | null;
  readonly toolsets: string;
}

const asked = () => {
  throw new Error("a position was looked at by an engine at a table without one");
};
const noAnalyst: Services["analysis"]["analyst"] = {
  look: asked,
  compare: asked,
  explore: asked,
  close: async () => {},
};

const noEngine: ChessEngine = {
  pids: [],
  chooseMove: () => {
    throw new Error("a game of an engine was played at a table without one");
  },
  warmUp: async () => {},
  close: async () => {},
};
