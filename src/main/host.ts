import { randomUUID } from "node:crypto";
import { setImmediate as nextPass } from "node:timers/promises";
import type { Discovery } from "../shared/instance.ts";
import { messageOf } from "../shared/result.ts";
import { readToolsets } from "../shared/toolsets.ts";
import { version } from "../shared/version.ts";
import { createWallClock } from "./base/awake-time.ts";
import { createLazy } from "./base/lazy.ts";
import type { Log } from "./base/log.ts";
import { spareTime } from "./base/spare-time.ts";
import { databaseIn, fileIn } from "./data/data-dir.ts";
import { announceHost, claimDataDir, type HeldLock, removeDiscovery } from "./data/discovery.ts";
import { type KeyVault, openKeys } from "./data/keys.ts";
import { markOf, openSecrets, type Secrets } from "./data/secrets.ts";
import { openSettingsStore, type SettingsStore } from "./data/settings-store.ts";
import { openSocketDoor } from "./doors/socket.ts";
import { openTcpDoor, type TcpDoor } from "./doors/tcp.ts";
import { agentRequests, type Backlogs, createBacklogs } from "./flow/backlogs.ts";
import { createAuthority, createConnections } from "./games/authority.ts";
import { createGames, type Games } from "./games/games.ts";
import { noteSharedPositions } from "./games/shared-positions.ts";
import { openLeagueServices } from "./league/services.ts";
import { createWebhooks, openOutlets } from "./league/webhooks.ts";
import { endpointDriver } from "./league-v1/driver.ts";
import { createEndpoints } from "./league-v1/endpoints.ts";
import { openServers } from "./league-v1/servers.ts";
import { createServerTokens } from "./league-v1/tokens.ts";
import { singleHost } from "./live/live.ts";
import { createCallLog } from "./players/call-log.ts";
import { playerDrivers } from "./players/drivers.ts";
import { chosenEngine, openEngines } from "./players/engines.ts";
import { askModel } from "./players/model/ask.ts";
import { modelDriver } from "./players/model/driver.ts";
import { createAnalyst } from "./players/stockfish/analyst.ts";
import { createEnginePool } from "./players/stockfish/pool.ts";
import { createSupervisor } from "./players/supervisor.ts";
import { ownEngineDriver } from "./players/uci/driver.ts";
import { createUnattendedPlay } from "./players/unattended-play.ts";
import type { Installation } from "./start/installation.ts";
import type { StartOptions } from "./start/start-options.ts";
import { openSqliteStore } from "./store/sqlite/store.ts";
import type { Store } from "./store/store.ts";
import { createReplays } from "./views/game/replay.ts";
import { scorerBy } from "./views/game/review.ts";
import { watchVitals } from "./vitals.ts";
import { type GuardOptions, guardHandler } from "./web/guard.ts";
import type { Principal } from "./web/parts.ts";
import { CODE_MS, createSignIns, createWrongTokens } from "./web/sign-ins.ts";

/** Ports tried after the default one when another program has it. */
const ALTERNATIVE_PORTS = 20;
/**
 * Milliseconds after the start at which the engine is started and the opening explorer reads the games, so that the
 * first move and the first answer come fast, without slowing down the first page. An earlier move or question does it.
 */
const WARM_UP_AFTER_MS = 1_500;
/** Milliseconds to wait for a host that holds the data folder and is still starting. */
const PATIENCE_MS = 10_000;

export interface HostOptions extends Partial<Installation> {
  readonly settings: StartOptions;
  readonly log: Log;
  /** Folder with the built pages, or null where they were not built. */
  readonly pagesDir: string | null;
  /** The system's store for secrets, where there is one. */
  readonly vault?: KeyVault | undefined;
}

export type Host = Readonly<Awaited<ReturnType<typeof composeHost>>> & { close(): Promise<void> };

export type Opening =
  | { readonly kind: "opened"; readonly host: Host }
  | { readonly kind: "already-running"; readonly discovery: Discovery };

/** Opens a host, or finds the one of this data folder. Throws with a plain message, and closes everything first. */
export async function openHost(options: HostOptions): Promise<Opening> {
  // A connection of the SDK keeps the end of its last message, and with it the block of memory that this came out of.
  Buffer.poolSize = 8 * 1024;
  const claim = await claimDataDir(options.settings.dataDir, PATIENCE_MS);
  if (claim.kind === "failed") throw new Error(claim.message);
  if (claim.kind === "running") return { kind: "already-running", discovery: claim.discovery };
  // If anything fails before everything is open, this closes what is.
  await using handles = new AsyncDisposableStack();
  handles.defer(() => claim.lock.release());
  const host = await composeHost(options, claim.lock, handles);
  const stack = handles.move();
  return { kind: "opened", host: { ...host, close: () => stack.disposeAsync() } };
}

/** Whether a request waits for the progress of a league, which must not stand back for its own followers. */
const followsLeague = ({ url }: Request): boolean => /\/api\/leagues\/\w+\/progress(?:\?|$)/.test(url);

/** The whole of the house, one step after the other; the stack closes it in the opposite order. */
async function composeHost(input: HostOptions, lock: HeldLock, stack: AsyncDisposableStack) {
  const metrics = stack.use(watchVitals());
  const options = { ...input, log: metrics.counting(input.log) };
  const { settings, log, enginePath } = options;
  const { dataDir } = settings;
  const closing = <T extends { close(): Promise<void> | void }>(part: T): T =>
    stack.adopt(part, () => closePart(part, log));

  removeDiscovery(dataDir);
  const secrets = readSecrets(settings);
  const settingsStore = openSettingsStore(dataDir, log);
  const store = metrics.timing(closing(await openStore(settings, log)));
  const { cluster } = store;
  // These depend on whether other hosts serve the same database; that code is loaded only where they may.
  const { now, connections, sharing } = cluster
    ? await (await import("./cluster/sharing.ts")).joinCluster(cluster, markOf(secrets.seatSecret), settings.database)
    : { now: createWallClock(), connections: createConnections(), sharing: singleHost };
  const authority = createAuthority(secrets.seatSecret, connections);
  const games = closing(createGames({ store, sharing, authority, log, now }));
  const engine = closing(createEnginePool({ log, enginePath }));
  const calls = createCallLog({ log, now });
  const endpoints = closing(
    createEndpoints({
      allowlist: () => settingsStore.get().endpoint_hosts,
      isOpen: isBeyond(settings.listen),
      log,
      random: Math.random,
      calls,
      callsPerSecond: settings.callsPerSecond,
    }),
  );
  const keys = openKeys({ dataDir, env: process.env, vault: options.vault ?? null, log });
  const engines = openEngines(dataDir, log);
  const ownEngine = closing(ownEngineDriver({ find: engines.find, log }));
  const tokens = createServerTokens(secrets.seatSecret);
  const drivers = playerDrivers({
    ownEngine,
    engine,
    endpoint: endpointDriver({ endpoints, tokens, now, mayCall: (id, signal) => league.mayCall(id, signal) }),
    model: modelDriver({
      ask: askModel,
      findKey: keys.find,
      random: Math.random,
      calls,
      leagues: {
        mayAsk: (id, signal) => league.mayAsk(id, signal),
        hold: (id, entrant, reason) => league.hold(id, entrant, reason),
        wait: (id, entrant, reason, ms) => league.wait(id, entrant, reason, ms),
        giveBack: games.asDriver.giveBack,
      },
    }),
  });
  const choose = () => chosenEngine(settingsStore.get().analysis_engine, engines);
  const { noteEvaluation } = closing(noteSharedPositions(games, log, now));
  const analysis = {
    onEvaluation: noteEvaluation,
    analyst: closing(createAnalyst({ log, enginePath, choose })),
    replays: createReplays(),
  };
  const referee = { analyst: closing(createAnalyst({ log, enginePath, choose })), replays: analysis.replays };
  const replyMs = () => settingsStore.get().reply_ms;
  const runs = createUnattendedPlay({ drivers, replyMs, now });
  const tryEngine = (name: string) => {
    const test = engines.test(name);
    return test.ok ? test.value(new AbortController().signal) : test;
  };
  const nameEngines = () => engines.list().map(({ name }) => name);
  const players = { endpoints, findKey: keys.find, engines: nameEngines, tryEngine };
  const scorer = scorerBy(referee);
  const common = { store, games, connections, log, now };
  const league = closing(
    openLeagueServices({ ...common, sharing, secret: secrets.seatSecret, random: Math.random, scorer, players, runs }),
  );
  const { personToken, agentToken, refereeCode } = secrets;
  const { registrar } = closing(openServers({ league, games, endpoints, tokens, refereeCode, calls, log, now }));
  const { givenUp, ruledFrom } = league;
  const supervisor = closing(createSupervisor({ games, drivers, givenUp, ruledFrom, runs, replyMs, log, now }));
  await takeUpGames(games, log);
  await league.recover();
  const outlets = openOutlets({ dataDir, secret: secrets.seatSecret, log });
  const webhooks = closing(createWebhooks({ ...common, outlets, leagues: league.leagues, check: endpoints.check }));

  const vitals = metrics.of({ store, games, leagues: league.leagues });
  /** The host's URL, once its port is open. */
  let url = "";
  const signIns = createSignIns({
    personToken,
    run: settings.arenaSecret === null ? randomUUID() : markOf(secrets.seatSecret),
    isBeyond: isBeyond(settings.listen),
  });
  const wrongTokens = closing(createWrongTokens(log));
  const backlogs = createBacklogs();
  // Requests wait until this is loaded; the games and the doors do not.
  const answers = createLazy(async () => {
    const { openAnswers } = await import("./answers.ts");
    return openAnswers({
      ...options,
      ...common,
      league,
      registrar,
      authority,
      settingsStore,
      analysis,
      engines,
      keys,
      calls,
      backlogs,
      url: () => url,
      isBeyond: isBeyond(settings.listen),
      signIns,
      vitals,
      wrongTokens,
      outlets,
      webhooks,
      seatSecret: secrets.seatSecret,
    });
  });
  const fetch = async (request: Request, principal: Principal): Promise<Response> => {
    const finish = followsLeague(request) ? null : spareTime.noteRequest();
    try {
      if (principal !== "person") await agentRequests.turn(principal);
      return await (await answers.get()).fetch(request, principal);
    } finally {
      finish?.();
    }
  };
  const tcp = closing(await openPort(options, settingsStore, { ...secrets, signIns, wrongTokens }, backlogs, fetch));
  url = urlAt(settings.listen, tcp.port);
  const socketPath = fileIn(dataDir, "socket");
  // Where nothing can be written, assistants cannot be told where the host is.
  const openDoor = store.readOnly === undefined ? openSocketDoor : async () => null;
  const socket = await openDoor({
    path: socketPath,
    serve: async (stream, hello) => (await answers.get()).serve(stream, hello),
    helloToken: agentToken,
    objection: ({ toolsets }) => {
      const reading = readToolsets(toolsets);
      return reading.ok ? null : reading.message;
    },
    log,
    backlogs,
  });
  if (socket) closing(socket);
  for (const game of games.unfinished()) supervisor.attend(game);
  const startedAt = new Date().toISOString();
  const path = socket?.path ?? socketPath;
  const discovery = { pid: process.pid, url, mcp: `${url}/mcp`, socket: path, version, startedAt };
  stack.defer(async () => {
    await Promise.all([cluster?.resign(), answerAll([games, league.leagues], [answers, engines], log)]);
  });
  // Withdrawn first: a start from then on waits for this host's end.
  if (socket) closing(announceHost({ dataDir, lock, door: socket, discovery, log }));
  // Once the doors have been reported as open.
  const ready = setImmediate(() => {
    void tcp.warmUp();
    void answers.get();
  });
  stack.defer(() => clearImmediate(ready));
  if (settings.warmUp) {
    const warmUp = setTimeout(() => {
      void engine.warmUp();
      // Hosts that share a database may hold a million games for machines, and read them only when a person asks. A
      // failure is reported to the first question, which reads again.
      if (!cluster) store.prepareTried().catch(() => {});
    }, WARM_UP_AFTER_MS);
    stack.defer(() => clearTimeout(warmUp));
  }

  return {
    /** `http://127.0.0.1:7397` */
    url,
    /**
     * The same with a code that signs one browser in, once. A program that opens it shows it to everybody who may read
     * programs' arguments, so its code is valid for seconds; a printed one waits until it is used.
     */
    openUrl: (good: "for-seconds" | "until-used") =>
      `${url}/?code=${signIns.newCode(good === "for-seconds" ? CODE_MS : Number.POSITIVE_INFINITY)}`,
    mcpUrl: `${url}/mcp`,
    token: personToken,
    agentToken,
    socket: path,
    dataDir,
    /** The database in place of the data folder's own, without user and password; null for that. */
    database: settings.database?.display ?? null,
    settingsStore,
    games,
    league,
    /** The whole API and the pages, with the person's rights, for the window. */
    fetch: (request: Request) => fetch(request, "person"),
  };
}

/** Whether clients of other machines can connect. */
const isBeyond = (listen: string | null): listen is string => listen !== null && !/^(127\.|::1$)/.test(listen);

/** The host's URL on its own machine. */
function urlAt(listen: string | null, port: number): string {
  const isAnywhere = listen === null || listen === "0.0.0.0" || listen === "::";
  const address = isAnywhere ? "127.0.0.1" : listen.includes(":") ? `[${listen}]` : listen;
  return `http://${address}:${port}`;
}

async function openStore({ dataDir, database }: StartOptions, log: Log): Promise<Store> {
  if (!database) return openSqliteStore(databaseIn(dataDir), log.warn);
  // The database client is loaded only where it is needed.
  const { openPostgresStore } = await import("./store/postgres/store.ts");
  return openPostgresStore(database, log.warn);
}

function readSecrets({ dataDir, arenaSecret }: StartOptions): Secrets {
  const secrets = openSecrets(dataDir, arenaSecret);
  if (!secrets.ok) throw new Error(secrets.message);
  return secrets.value;
}

/** Before any door is open, so that nobody meets a game in the state that the last host left. */
async function takeUpGames(liveGames: Games, log: Log): Promise<void> {
  const { games } = await liveGames.recover();
  if (games > 0) log.info(`${games} unfinished games taken up`);
}

async function openPort(
  { settings, log }: HostOptions,
  settingsStore: SettingsStore,
  knowing: Pick<GuardOptions, "personToken" | "agentToken" | "signIns" | "wrongTokens">,
  backlogs: Backlogs,
  fetch: (request: Request, principal: Principal) => Promise<Response>,
): Promise<TcpDoor> {
  const port = settingsStore.get().port;
  const { listen } = settings;
  const namesBeyond = isBeyond(listen) ? settings.allowedNames : null;
  const door = await openTcpDoor({
    address: listen ?? undefined,
    port: settings.port ?? port,
    // A port that was named now is taken or refused; one from the settings may give way.
    alternatives: settings.port === null ? ALTERNATIVE_PORTS : 0,
    fetch: guardHandler((port) => ({ ...knowing, url: urlAt(listen, port), namesBeyond }), fetch),
    backlogs,
    log,
  });
  if (settings.port === null && port !== 0 && door.port !== port)
    log.warn(`port ${port} is taken by another program; using ${door.port} instead`);
  if (isBeyond(listen))
    log.warn(
      `port ${door.port} is open to the network at ${listen}: whoever comes is asked for a token, but nothing is encrypted, so let only those near it whom you trust`,
    );
  return door;
}

/** Ends all waits and endless answers, before the doors close. */
async function answerAll(
  waits: readonly Pick<Games, "endWaits">[],
  streams: readonly { close(): Promise<void> | void }[],
  log: Log,
): Promise<void> {
  for (const each of waits) each.endWaits();
  // Only promises stand between the end of a wait and its answer: they are settled in a few passes.
  for (let turn = 0; turn < 5; turn += 1) {
    agentRequests.flush();
    await nextPass();
  }
  for (const stream of streams) await closePart(stream, log);
}

/** Closes a part; a failure in it must not keep the others open. */
async function closePart(part: { close(): Promise<void> | void }, log: Log): Promise<void> {
  try {
    await part.close();
  } catch (error) {
    log.error(`while closing: ${messageOf(error)}`);
  }
}
