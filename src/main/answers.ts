import { join } from "node:path";
import type { Readable } from "node:stream";
import { definitions } from "../games/register.ts";
import type { Hello } from "../shared/instance.ts";
import type { PlayerStatusChange } from "../shared/leagues.ts";
import { rebuildNotice } from "../shared/rebuild-notice.ts";
import { RecentMap } from "../shared/recent-map.ts";
import type { GameKind } from "../shared/terms.ts";
import { version } from "../shared/version.ts";
import { readableText } from "./base/text-file.ts";
import { createCoach } from "./coach/coach.ts";
import { openConnecting } from "./connect/connecting.ts";
import { promptLink } from "./connect/entry.ts";
import { openJsonFile } from "./data/json-file.ts";
import type { SettingsStore } from "./data/settings-store.ts";
import type { Session } from "./doors/socket.ts";
import type { Backlogs, SocketOutbox } from "./flow/backlogs.ts";
import { connectionHash } from "./games/authority.ts";
import { opponentOf } from "./games/machine/game-state.ts";
import { createSeatCalls, createWakes } from "./games/wakes.ts";
import type { LeagueServices } from "./league/services.ts";
import { leagueServer, type Registrar } from "./league-v1/registrar.ts";
import { wakeText } from "./mcp/board/wake.ts";
import { createFormUse, FORM_MS } from "./mcp/forms/forms.ts";
import { createCallLimit, createShownTokens, createTalkDelivery } from "./mcp/server/agent-memory.ts";
import type { Program } from "./mcp/server/client.ts";
import { createHolds, cutsSchema } from "./mcp/server/holds.ts";
import { createMcpHttp } from "./mcp/server/http.ts";
import { createStatelessHttp } from "./mcp/server/http-parts.ts";
import { serveStream } from "./mcp/server/stream.ts";
import { createTaskIds } from "./mcp/tasks/task-ids.ts";
import { createTasks } from "./mcp/tasks/tasks.ts";
import type { Services } from "./mcp/tools/call.ts";
import { seatToolsets } from "./mcp/tools/tool-host.ts";
import type { CallLog } from "./players/call-log.ts";
import { openPractice } from "./practice/open.ts";
import { watchBuild } from "./start/build-watch.ts";
import type { Installation } from "./start/installation.ts";
import type { StartOptions } from "./start/start-options.ts";
import type { Store } from "./store/store.ts";
import { createSpectators } from "./views/export/spectators.ts";
import { createWebApp, type WebOptions } from "./web/app.ts";
import { createEventStreams, streamLeagueChanges } from "./web/event-stream.ts";
import type { Principal, WebParts } from "./web/parts.ts";

/** Most shims whose host entries are remembered: a game goes on after its assistant was closed. */
const MOST_ENTRIES = 10_000;

type OfPages = "games" | "engines" | "keys" | "signIns" | "vitals" | "wrongTokens" | "outlets" | "webhooks";

interface AnswersParts
  extends Pick<Services, "authority" | "connections" | "analysis" | "log" | "now">,
    Pick<WebOptions, OfPages | "pagesDir" | "url">,
    Partial<Pick<Installation, "launcher" | "obstacle">> {
  readonly settings: Pick<StartOptions, "dataDir" | "waitSeconds">;
  readonly league: LeagueServices;
  readonly registrar: Registrar;
  readonly settingsStore: SettingsStore;
  readonly calls: CallLog;
  readonly backlogs: Backlogs;
  /** The secret by which this host and others with the same games prove their claims. */
  readonly seatSecret: string;
  readonly store: Store;
  /** Whether clients of other machines can connect. */
  readonly isBeyond: boolean;
}

/** Everything that answers requests at the doors: the web application and the MCP servers, and what they share. */
export function openAnswers(parts: AnswersParts) {
  // Tools have no business with secrets, keys, settings and addresses elsewhere.
  const { seatSecret, store, keys, engines, settingsStore, registrar, outlets, webhooks, ...given } = parts;
  const { settings, log, pagesDir, launcher, obstacle, calls } = given;
  const { games, league, authority, connections, analysis, backlogs, now, url } = given;
  seatToolsets(connections);
  const connecting = openConnecting({
    dataDir: settings.dataDir,
    launcher,
    obstacle,
    mcpUrl: () => `${url()}/mcp`,
  });
  const events = createEventStreams(games, backlogs, now, authority.joinCodeOf);
  const leagueTeller = streamLeagueChanges(league.leagues, events);
  const build = watchBuild(pagesDir && join(pagesDir, ".."), () => {
    log.warn(rebuildNotice);
    events.tell("rebuilt", true);
  });
  const stopSettings = settingsStore.listen(() => events.tell("settings", true));
  const stopStatuses = calls.listenToStatuses(({ league: league_id, number }) => {
    events.tell("status", { league_id, number } satisfies PlayerStatusChange);
  });
  const seatCalls = createSeatCalls(now);
  const wakes = createWakes({ seatCalls, now, isAlone: store.cluster === undefined });
  const tasks = createTasks({ ids: createTaskIds(seatSecret), store, connections, now });
  /** The host entries that started the shims, by the hash of a connection. A shim names it again when it comes back. */
  const entries = new RecentMap<string, string>(MOST_ENTRIES);
  const opens: WebParts["opens"] = (live, person) => {
    const { connection } = opponentOf(live.state, person);
    const entry = connection === null ? undefined : entries.get(connection);
    if (connection === null || entry === undefined || live.state.league) return null;
    const isOpen = connections.isOpen(connection);
    return promptLink(entry, wakeText(live, person), { platform: process.platform, isOpen });
  };
  const coach = createCoach({
    games,
    tell: (event) => events.tell("coach", event),
    pageUrl: (id) => `${url()}/analysis?game=${id}&share=ask`,
  });
  const common = { ...given, ...league, seatCalls, wakes, random: Math.random };
  const services: Services = {
    ...common,
    waitSeconds: () => 30,
    boardUrl: (gameId) => `${url()}/game/${gameId}`,
    boardPage: boardReader(pagesDir),
    formMs: FORM_MS,
    personIsThere: () => events.readers() > 0,
    personName: () => settingsStore.get().name,
    callLimit: createCallLimit(),
    toldTalk: createTalkDelivery(),
    shownTokens: createShownTokens(),
    tasks,
    holds: createHolds(
      openJsonFile({
        dataDir: settings.dataDir,
        file: "holds",
        schema: cutsSchema,
        initial: {},
        loss: "waits are as long as they are for hosts that have cut none off",
        log,
      }),
      settings.waitSeconds,
      (connection) => connection === null || connections.isOpen(connection),
    ),
    formUse: createFormUse(),
    coach: coach.forAssistants,
  };
  // An evaluation for the person tells no agent anything.
  const forPerson = { analyst: analysis.analyst, replays: analysis.replays };
  const practice = openPractice({ games, analysis: forPerson, settingsStore, dataDir: settings.dataDir, log, now });
  // Over a port that other machines reach, nobody knows whose assistant a caller is.
  const overHttp = parts.isBeyond ? { ...services, coach: null } : services;
  const mcp = createMcpHttp({ services: overHttp, version, backlogs });
  const onLeagueError = ({ message }: Error) => log.debug(`league.v1: ${message}`);
  const leagueDoor = createStatelessHttp(() => leagueServer(registrar), onLeagueError);
  const spectators = createSpectators(games, league.leagues);
  const app = createWebApp({
    ...common,
    outlets,
    webhooks,
    spectators,
    analysis: forPerson,
    practice,
    coach: coach.forPages,
    keys,
    engines,
    settingsStore,
    connecting,
    events,
    opens,
    sessions: mcp.sessions,
    isReplaced: build.isReplaced,
    readOnly: store.readOnly ?? null,
    mcp: mcp.fetch,
    leagueDoor: leagueDoor.fetch,
    joinCodes: authority.joinCodeOf,
    tokenOf: authority.tokenOf,
    replayPage: pageReader(pagesDir, "replay/replay.html"),
  });
  return {
    fetch: async (request: Request, principal: Principal) => app.fetch(request, { principal }),
    /** Speaks MCP with one client. */
    serve: (stream: SocketOutbox & { readonly input: Readable }, { connection, toolsets, entry }: Hello): Session => {
      const [id, seconds] = entry?.split(":") ?? [];
      if (connection !== null && id !== undefined) entries.set(connectionHash(connection), id);
      const onProgram = (program: Program) => id !== undefined && connecting.callers.note(id, program);
      const callSeconds = Number(seconds) || null;
      return serveStream(services, version, stream, { connection, toolsets, callSeconds, onProgram });
    },
    /** Ends the endless answers. */
    close: async () => {
      coach.close();
      stopSettings();
      stopStatuses();
      build.close();
      leagueTeller.close();
      spectators.close();
      await practice.close();
      events.close();
      await leagueDoor.close();
      await mcp.close();
      tasks.close();
    },
  };
}

/** Reads a built single-file page, as it was when this host started; null where it was not built. */
function pageReader(pagesDir: string | null, file: string): () => string | null {
  const page = pagesDir && readableText(join(pagesDir, "..", file));
  return () => page;
}

/** Reads the chat board of one kind of game, or of all. */
function boardReader(pagesDir: string | null): (kind?: GameKind) => string | null {
  const readerOf = (folder: string) => pageReader(pagesDir, join("chat-board", folder, "board.html"));
  const all = readerOf("");
  const single = new Map(definitions.map(({ kind }) => [kind, readerOf(kind)]));
  return (kind) => (single.get(kind ?? "") ?? all)();
}
