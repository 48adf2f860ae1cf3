import { setImmediate as nextPass } from "node:timers/promises";
import type { LeagueEvent } from "../../shared/league-events.ts";
import { accept, type Refusal, type Result, refuse } from "../../shared/result.ts";
import type { Log } from "../base/log.ts";
import { runInSlices, runInSpareTime } from "../base/run-in-slices.ts";
import type { StartedGame } from "../games/game-factory.ts";
import type { Games, GamesOptions } from "../games/games.ts";
import type { GameState } from "../games/machine/game-state.ts";
import type { MoveSource } from "../games/play-ahead.ts";
import { cutPage } from "../live/cursor.ts";
import { singleHost } from "../live/live.ts";
import { type Creator, candidateIds, createQuotas } from "../live/quotas.ts";
import type { LiveUpdate } from "../live/transactions.ts";
import type { UnattendedPlay } from "../players/unattended-play.ts";
import { elsewhere } from "../store/commit.ts";
import type { Change, Duty, LoggedLeagueEvent, Page } from "../store/store.ts";
import { afterStandstill, createLeague, decide, type LeagueCommand, type NewLeague } from "./machine/decide.ts";
import * as machine from "./machine/league.ts";
import { entrantOf, type League, type LeagueStep, type Order, type PlayedElsewhere } from "./machine/league.ts";
import { andThen } from "./machine/matches.ts";
import { gameRequestOf, ruledFrom } from "./rulings.ts";
import { leagueAggregate } from "./snapshot.ts";

/** The change that one commit made to a league; its step has the orders that are still to be carried out after it. */
export type LeagueUpdate = LiveUpdate<machine.LiveLeague, machine.LeagueStep, LoggedLeagueEvent>;

/** Finds the command when its turn has come; null where there is nothing to decide any more. */
type CommandFinder = (league: machine.League) => LeagueCommand | null;

export interface LeaguePage {
  readonly leagues: readonly machine.League[];
  /** Where the next page begins; null after the last. */
  readonly next: Page["after"];
}

export type Leagues = ReturnType<typeof createLeagues>;

/** Most leagues that may be unfinished at once. */
export const MOST_LEAGUES = 200;
/** A command for a league whose caller waits for the answer. */
interface PendingCommand {
  readonly request: LeagueCommand | CommandFinder;
  readonly resolve: (answer: Result<machine.LiveLeague>) => void;
  readonly reject: (error: unknown) => void;
}

/** Decides commands in order, each on the result of the one before it, the first on an earlier step. */
function* decideInOrder(from: machine.LeagueStep, batch: readonly PendingCommand[], at: number) {
  let step = from;
  /** Whether each command changed something. */
  let isAllNews = true;
  /** Null for a command that was not refused. */
  const refusals: (Refusal | null)[] = [];
  for (const { request } of batch) {
    const command = typeof request === "function" ? request(step.league) : request;
    const next = command && (yield* decide(step.league, command, at));
    if (!next?.ok || next.value.events.length === 0) isAllNews = false;
    if (next?.ok) step = andThen(step, next.value.league, next.value.events, next.value.commands);
    refusals.push(next && !next.ok ? next : null);
    yield;
  }
  return { step, isAllNews, refusals };
}

export interface LeaguesOptions
  extends Pick<GamesOptions, "store" | "log" | "sharing">,
    Required<Pick<GamesOptions, "now" | "random">> {
  readonly leagueGames: Pick<LeagueGames, "commitWithGames">;
  readonly games: Pick<Games, "stoodStillUntil">;
}

/** Opens the leagues of a host. As with its games, each part is made of those above it. */
export function createLeagues(options: LeaguesOptions) {
  const { store, leagueGames, games, log, now, random, sharing = singleHost } = options;
  const { duties } = store;
  const aggregate = leagueAggregate(store);
  const live = sharing.openLive({ aggregate, store, hostClosing, log });
  const { cache, feed, queue, waits } = live;
  const { setAside } = cache;
  const { transactions, unasked } = live.transact(async (league) => accept(league));

  let openLeagues = 0;
  const isUnfinished = (id: string) => {
    const live = cache.peek(id);
    return live !== null && !machine.isOver(live.league);
  };
  const quotas = createQuotas({
    noun: "leagues",
    remedy: "The person at the window can cancel some",
    most: MOST_LEAGUES,
    isUnfinished,
    unfinished: () => openLeagues,
  });

  /** Stores a step, with the games that it orders and that need no waiting, while there is time. */
  const keep = async (
    before: machine.LiveLeague | null,
    step: machine.LeagueStep,
    at: number,
    duty?: Duty,
  ): Promise<Result<machine.LiveLeague>> => {
    const along = await leagueGames.commitWithGames(step, (commands) =>
      feed.prepare({ before, step: { ...step, commands } }),
    );
    // Where one of the games exists already, or another host is to create it, the league goes on without them.
    const isAlone = !along || (!along.ok && (along.code === "CONFLICT" || (!duty && along.code === "ELSEWHERE")));
    const result = isAlone ? await feed.commit([{ before, step }], at, { duty }) : along;
    if (!result.ok) return result;
    for (const event of step.events) logTrouble(step.league, event, log);
    return accept(aggregate.after(before, step, []));
  };

  /** Stores a new league under the first free id. */
  const make = async (plan: NewLeague): Promise<Result<machine.LiveLeague>> => {
    const at = now();
    let refusal: Result<never> = refuse("CONFLICT", "No number is free for a new league");
    for (const id of candidateIds(random)) {
      const step = await runInSlices(createLeague(id, plan, at));
      if (!step.ok) return step;
      const creation = await queue.run(id, () => keep(null, step.value, at));
      if (creation.ok || creation.code !== "CONFLICT") return creation;
      refusal = creation;
    }
    return refusal;
  };

  /** Decides commands in order, each on the result of the one before, and commits all of it as one change. */
  const answersTo = async (from: machine.LiveLeague, batch: readonly PendingCommand[], duty?: Duty) => {
    if (duty && !duties.holds(duty)) return elsewhere;
    const outage = await games.stoodStillUntil();
    if (!outage.ok) return outage;
    const at = now();
    const decision = decideInOrder(afterStandstill(from.league, outage.value, at), batch, at);
    const { step, isAllNews, refusals } = await (duty ? runInSpareTime(decision) : runInSlices(decision));
    const finish = async (): Promise<Result<readonly Result<machine.LiveLeague>[]>> => {
      const result = step.events.length === 0 ? accept(from) : await keep(from, step, at, duty);
      return !result.ok && result.code === "CONFLICT" ? result : accept(refusals.map((refusal) => refusal ?? result));
    };
    return isAllNews ? finish() : { finish };
  };
  const acting = (duty?: Duty) => {
    const { run } = duty ? unasked : transactions;
    const pendingById = new Map<string, readonly PendingCommand[]>();
    /** Commands that arrive while one waits are decided one after the other, and stored together. */
    const take = (id: string) => {
      const batch = pendingById.get(id) ?? [];
      pendingById.delete(id);
      return batch;
    };
    const answer = async (id: string): Promise<void> => {
      const current: { batch?: readonly PendingCommand[] } = {};
      const work = (live: machine.LiveLeague) => {
        current.batch ??= take(id);
        return answersTo(live, current.batch, duty);
      };
      const answers = await run(id, work).catch((error: unknown) => ({ error }));
      for (const [index, { resolve, reject }] of (current.batch ?? take(id)).entries()) {
        if ("error" in answers) reject(answers.error);
        else resolve(answers.ok ? (answers.value[index] ?? hostClosing) : answers);
      }
    };
    return (id: string, request: LeagueCommand | CommandFinder) =>
      new Promise<Result<machine.LiveLeague>>((resolve, reject) => {
        const waiting = pendingById.get(id) ?? [];
        pendingById.set(id, [...waiting, { request, resolve, reject }]);
        if (waiting.length === 0) void answer(id);
      });
  };

  const rowsIn = async (page: Page) => cutPage(await store.leagues({ ...page, limit: page.limit + 1 }), page.limit);

  return {
    /** The league as it stands at any host. Refuses with `LEAGUE_NOT_FOUND`, a damaged one with `STORAGE_FAILED`. */
    get: cache.current,
    /** The cached league, which may be a moment behind; its settings never change. Refuses as `get` does. */
    local: cache.get,
    /** The last events of a league, oldest first, at most so many. */
    lastEvents: ({ league: { id }, version }: machine.LiveLeague, most: number) =>
      store.leagueLog(id, Math.max(0, version - most), most),
    /** The name of a league, even of a damaged one; null where there is none. */
    nameOf: async (id: string) => cache.peek(id)?.league.name ?? (await store.league(id))?.columns.name ?? null,
    /** Refuses with `LIMIT_REACHED` when too many leagues, or too many of this creator's, are unfinished. */
    create: async (plan: NewLeague, creator: Creator = "person") => {
      if (queue.isClosed()) return hostClosing;
      openLeagues = await store.unfinishedLeagues();
      const place = quotas.admit(creator);
      if (!place.ok) return place;
      const creation = await make(plan);
      place.value(creation.ok ? creation.value.league.id : null);
      return creation;
    },

    /** Stores a league from elsewhere under its id. */
    adopt: (league: machine.League) => {
      const { id, name, settings } = league;
      const event: LeagueEvent = { type: "leagueCreated", name, game: settings.game, seed: settings.seed };
      return queue.run(id, () => keep(null, { league, events: [event], commands: [] }, now()));
    },

    /** Decides, commits, and returns the league after that. */
    act: acting(),
    /** The same for what nobody asked for: refused with `ELSEWHERE` where another host directs the leagues. */
    asDirector: { act: acting("leagues") },
    /** The leagues of a page that need not be readable. */
    listIds: rowsIn,

    /** Newest first; leagues whose record is damaged are left out. */
    list: async (page: Page): Promise<LeaguePage> => {
      const { page: rows, next } = await rowsIn(page);
      const leagues: machine.League[] = [];
      for (const { id, version } of rows) {
        // A league of thousands of matches takes a while to read, so the event loop goes on in between.
        if (!cache.peek(id)) await nextPass();
        const result = await cache.atLeast(id, version);
        if (result.ok) leagues.push(result.value.league);
      }
      return { leagues, next };
    },

    /** Leagues that turned out to be unreadable. */
    listDamaged: setAside.all,
    /** Sets a league aside that cannot go on. Returns the refusal that says so. */
    setAside: (id: string, reason: string) => {
      const refusal = refuse("STORAGE_FAILED", `League ${id} cannot be continued: ${reason}`);
      setAside.add(id, refusal);
      return refusal;
    },

    /** Waits until something is true of a league; an entrant waits in its own place, as a seat does in a game. */
    waitUntil: waits.until,
    /**
     * Calls after every commit of this host is stored, and for other hosts' changes of a league while `watches` says
     * so: those have to be read, a few times a second at most.
     */
    listen: feed.listen,
    /** Calls with the id of every league that changes at any host. */
    listenToAll: feed.listenToIds,
    waiting: waits.count,
    /** How many leagues are played that this host directs. */
    running: () =>
      duties.holds("leagues") ? cache.unfinished().filter(({ league }) => league.status === "running").length : 0,
    /** Ends all waits: the host is about to close. */
    endWaits: waits.close,
    close: live.close,
  };
}

const hostClosing: Refusal = refuse(
  "HOST_CLOSING",
  "Kibitz is closing. The league is saved; it goes on when it is back",
);

/** Logs why an entrant is suspended or a match is forfeited. */
function logTrouble(league: machine.League, event: LeagueEvent, log: Log): void {
  const { id } = league;
  const say = (text: string, match?: string) =>
    log.debug(`league ${id}: ${text}`, { league: id, ...(match === undefined ? {} : { match }) });
  if (event.type === "entrantSuspended")
    say(`${machine.nameOf(league, event.entrant)} is suspended: ${event.reason ?? machine.NOT_TAKEN}`);
  else if (event.type === "entrantLeft") say(`${machine.nameOf(league, event.entrant)} is out`);
  else if (event.type === "matchReported" && event.termination === "forfeit")
    say(
      `match ${event.match} is forfeited, ${machine.nameOf(league, event.winner) || "nobody"} wins it`,
      machine.matchIdOf(id, event.match),
    );
}

type NewGame = Extract<Order, { type: "createGame" }>;

export type LeagueGames = ReturnType<typeof createLeagueGames>;

/**
 * Creates the games of leagues. Games whose players all answer at once are played as far as time allows, and stored
 * with those moves.
 */
export function createLeagueGames(
  { asDirector }: Pick<Games, "asDirector">,
  runs: Pick<UnattendedPlay, "moves" | "hasTime">,
) {
  const stop = new AbortController();
  // A league's games count as an agent's, so that there is always room for the person.
  const creatorOf = ({ id }: League) => ({ agent: `league ${id}` });
  const startedGame = (league: League, { match, game, played }: NewGame, mayWait: boolean): StartedGame | null => {
    const request = gameRequestOf(league, match, game);
    const next = played ? movesOf(played) : runs.moves(ruledFrom(league.settings), stop.signal, mayWait);
    return request && { id: game.id, request, next };
  };
  function* inTime({ league, commands }: LeagueStep): Iterable<StartedGame> {
    for (const order of commands) {
      const isNow = order.type === "createGame" && (order.played !== undefined || runs.hasTime());
      const game = isNow ? startedGame(league, order, false) : null;
      if (game) yield game;
    }
  }

  return {
    create: (league: League, order: NewGame) => {
      const game = startedGame(league, order, true);
      if (!game) throw new Error(`match ${order.match.number} of league ${league.id} has no two entrants`);
      return asDirector.create(game.request, { ...game, creator: creatorOf(league) });
    },
    /**
     * Stores a league's step in one commit with the games that it orders and that need no waiting, as many as there is
     * time for. Null where it orders none.
     * @param changeWith returns the league's change, from the orders that are still to be carried out
     */
    commitWithGames: (step: LeagueStep, changeWith: (remaining: readonly Order[]) => Change) => {
      const { league, commands } = step;
      if (commands.every(({ type }) => type !== "createGame")) return null;
      const remainingAfter = (ids: ReadonlySet<string>) =>
        commands.filter((order) => order.type !== "createGame" || !ids.has(order.game.id));
      return asDirector.createAlong((ids) => changeWith(remainingAfter(ids)), creatorOf(league), inTime(step));
    },
    close: () => stop.abort(),
  };
}

/** Ends what proves who holds a seat of a game, where the entrant's place has a newer token than the seat knows. */
export async function reissueSeats(
  games: Pick<Games, "reissueSeat">,
  { id, seats, league: own }: GameState,
  league: League,
): Promise<Result<unknown>> {
  for (const [place, { seat, generation }] of seats.entries()) {
    const entrant = entrantOf(league, own?.entrants[place] ?? 0);
    const reissue =
      entrant && entrant.generation > generation && (await games.reissueSeat(id, seat, entrant.generation));
    if (reissue && !reissue.ok) return reissue;
  }
  return accept(null);
}

/** The moves of a game that was played elsewhere, one after the other. */
export const movesOf = (record: PlayedElsewhere): MoveSource => {
  const queue = [...record];
  return async () => queue.shift() ?? null;
};
