import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { silentLog } from "../../src/main/base/log.ts";
import { createCoach } from "../../src/main/coach/coach.ts";
import { openKeys } from "../../src/main/data/keys.ts";
import { openSettingsStore } from "../../src/main/data/settings-store.ts";
import { openTcpDoor } from "../../src/main/doors/tcp.ts";
import { createBacklogs } from "../../src/main/flow/backlogs.ts";
import type { GamesOptions } from "../../src/main/games/games.ts";
import { createSeatCalls, createWakes } from "../../src/main/games/wakes.ts";
import { openLeagueServices } from "../../src/main/league/services.ts";
import { createWebhooks, openOutlets } from "../../src/main/league/webhooks.ts";
import { createCallLog } from "../../src/main/players/call-log.ts";
import { openEngines } from "../../src/main/players/engines.ts";
import type { Analyst } from "../../src/main/players/stockfish/analyst.ts";
import { openPractice } from "../../src/main/practice/open.ts";
import type { Store } from "../../src/main/store/store.ts";
import { createSpectators } from "../../src/main/views/export/spectators.ts";
import { createReplays } from "../../src/main/views/game/replay.ts";
import { watchVitals } from "../../src/main/vitals.ts";
import { createWebApp } from "../../src/main/web/app.ts";
import { createEventStreams } from "../../src/main/web/event-stream.ts";
import { guardHandler } from "../../src/main/web/guard.ts";
import { createSignIns, createWrongTokens } from "../../src/main/web/sign-ins.ts";
import { isLoopback } from "../../src/shared/addresses.ts";
import { replaySeedId } from "../../src/shared/replay.ts";
import { accept, invalid, refuse } from "../../src/shared/result.ts";
import { nobodyElse } from "../league/support.ts";
import { openGames } from "../live-games/support.ts";
import { personAt } from "../support/person.ts";
import { tempDir } from "../support/temp-dir.ts";

export const tokens = { personToken: "the-persons", agentToken: "the-agents" };

const noEngine = refuse("ENGINE_FAILED", "There is no engine here");

/** The API and a page behind the door and the guard, over live games in memory. */
export async function openWeb(
  wrap: (store: Store) => Store = (store) => store,
  options?: Partial<GamesOptions>,
  look: Analyst["look"] = async () => noEngine,
  hasPages = true,
  compare: Analyst["compare"] = async () => noEngine,
) {
  const signs = watchVitals();
  const place = openGames((store) => signs.timing(wrap(store)), options);
  const folder = tempDir();
  const pagesDir = join(folder.path, "pages");
  mkdirSync(join(pagesDir, "assets"), { recursive: true });
  writeFileSync(join(pagesDir, "assets", "index-Dzqu25wi.js"), "start();");
  writeFileSync(join(pagesDir, "index.html"), "<title>Kibitz</title>");
  const backlogs = createBacklogs();
  const now = () => place.time.now;
  const events = createEventStreams(place.games, backlogs, now);
  const { games, store } = place;
  const log = signs.counting(options?.log ?? silentLog);
  const league = openLeagueServices({
    ...nobodyElse,
    store,
    games,
    secret: "secret",
    log,
    now,
    random: Math.random,
  });
  const engines = openEngines(folder.path, silentLog);
  const signIns = createSignIns({ personToken: tokens.personToken, run: "this-run", isBeyond: false });
  const wrongTokens = createWrongTokens(log, 200);
  const vitals = signs.of({ store, games, leagues: league.leagues });
  const seatCalls = createSeatCalls(now);
  const settingsStore = openSettingsStore(folder.path, silentLog);
  const analyst = { look, compare, explore: async () => noEngine, close: async () => {} };
  const analysis = { analyst, replays: createReplays() };
  const practice = openPractice({ games, analysis, settingsStore, dataDir: folder.path, log: silentLog, now });
  const coach = createCoach({ games, tell: (event) => events.tell("coach", event), pageUrl: (id) => `/${id}` });
  const outlets = openOutlets({ dataDir: folder.path, secret: "secret", log });
  // Another machine is not allowed.
  const check = (url: string) => (isLoopback(url) ? accept(url) : invalid("url: that address may not be called"));
  const webhooks = createWebhooks({ outlets, leagues: league.leagues, store, check, log, now });
  const spectators = createSpectators(games, league.leagues);
  const app = createWebApp({
    outlets,
    webhooks,
    spectators,
    url: () => "http://127.0.0.1:7397",
    games: place.games,
    ...league,
    random: Math.random,
    analysis,
    practice,
    coach: coach.forPages,
    settingsStore,
    connecting: {
      list: async () => ({ targets: [], obstacle: null }),
      connect: async () => refuse("INVALID_ARGUMENT", "There is no host"),
      disconnect: async () => refuse("INVALID_ARGUMENT", "There is no host"),
    },
    engines,
    calls: createCallLog({ log: silentLog, now: Date.now }),
    keys: openKeys({ dataDir: folder.path, env: {}, vault: null, log: silentLog }),
    signIns,
    vitals,
    readOnly: store.readOnly ?? null,
    wrongTokens,
    joinCodes: place.authority.joinCodeOf,
    tokenOf: place.authority.tokenOf,
    seatCalls,
    wakes: createWakes({ seatCalls, now, isAlone: true }),
    connections: { isOpen: () => true },
    opens: () => null,
    sessions: () => 0,
    isReplaced: () => false,
    events,
    mcp: async () => new Response("MCP"),
    leagueDoor: async () => new Response("league.v1"),
    replayPage: () =>
      `<meta content="default-src 'none';"><script type="application/json" id="${replaySeedId}">null</script>`,
    now,
    pagesDir: hasPages ? pagesDir : null,
    log,
  });
  const door = await openTcpDoor({
    port: 0,
    alternatives: 0,
    backlogs,
    log: silentLog,
    fetch: guardHandler(
      (port) => ({ url: `http://127.0.0.1:${port}`, namesBeyond: null, ...tokens, signIns, wrongTokens }),
      async (request, principal) => app.fetch(request, { principal }),
    ),
  });
  const url = `http://127.0.0.1:${door.port}`;
  return {
    ...place,
    events,
    league,
    log,
    signIns,
    wrongTokens,
    url,
    pagesDir,
    dataDir: folder.path,
    /** As the window asks, without a port: its requests have no signal. */
    atWindow: (request: Request) => app.fetch(request, { principal: "person" }),
    person: personAt({ url, token: tokens.personToken }),
    [Symbol.asyncDispose]: async () => {
      events.close();
      await practice.close();
      await engines.close();
      await door.close();
      spectators.close();
      await webhooks.close();
      await league.close();
      await place[Symbol.asyncDispose]();
      folder[Symbol.dispose]();
      signs[Symbol.dispose]();
    },
  };
}
