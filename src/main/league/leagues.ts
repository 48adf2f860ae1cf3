import { setTimeout as delay, setImmediate as nextTurn } from "node:timers/promises";
import type { LeagueEvent } from "../../shared/league-events.ts";
import { accept, type Refusal, type Result, refuse } from "../../shared/result.ts";
import type { Steps } from "../../shared/steps.ts";
import { inTurns } from "../in-turns.ts";
import { leasesIn } from "../live/ours.ts";
import type { Log } from "../log.ts";
import type { Fence, Leased } from "../store/cluster/leases.ts";
import { elsewhere } from "../store/commit.ts";
import type { Change, LeagueChange, LoggedLeagueEvent, Page, Store } from "../store/store.ts";
import { cutPage } from "../tables/cursor.ts";
import { candidateIds } from "../tables/ids.ts";
import { createMakers, type Maker } from "../tables/makers.ts";
import { createQueue } from "../tables/queue.ts";
import { createSetAside, type Damaged } from "../tables/set-aside.ts";
import type { Tables } from "../tables/tables.ts";
import { createWaits, type WaitEnd, type Waiter } from "../tables/waits.ts";
import type { Arranger } from "./arranger.ts";
import { createCopies } from "./copies.ts";
import type { LiveLeague } from "./live-league.ts";
import { afterStandstill, createLeague, decide, type LeagueCommand, type LeaguePlan } from "./machine/decide.ts";
import { isOver, type League, type LeagueStep, type Order } from "./machine/league.ts";
import { changedParts, columnsOf, snapshotOf } from "./snapshot.ts";

/** What a decision on a league was kept for. */
export interface LeagueNews {
  /** Null where nothing was known of it. */
  readonly before: LiveLeague | null;
  readonly live: LiveLeague;
  /** What is to be done, and was not kept along with it; null where another host decided, which does not say. */
  readonly commands: readonly Order[] | null;
}

/** What there is to decide, found out when its turn has come; null for nothing any more. */
export type Wish = (league: League) => LeagueCommand | null;

export interface LeaguePage {
  readonly leagues: readonly League[];
  /** Where the next page begins; null after the last. */
  readonly next: Page["after"];
}

/** The leagues: what can be done with them, what can be read of them, and what can be waited for. */
export interface Leagues {
  /** Refuses with `LIMIT_REACHED` when too many leagues go on, or too many of this maker's (a person's where it is not said). */
  create(plan: LeaguePlan, maker?: Maker): Promise<Result<LiveLeague>>;
  /** Keeps a league as it is, under the id that it has elsewhere. */
  adopt(league: League): Promise<Result<LiveLeague>>;
  /** Decides, commits, and answers with the league as it stands then. */
  act(id: string, command: LeagueCommand | Wish): Promise<Result<LiveLeague>>;
  /**
   * The same for what nobody asked for: refused with `ELSEWHERE` where another host directs the leagues. Of those that it
   * lists it is not told as of new ones.
   */
  readonly asDirector: Pick<Leagues, "act" | "list">;
  /**
   * As it stands, whichever host it was changed at. Refuses with `LEAGUE_NOT_FOUND`, or with `STORAGE_FAILED` where the
   * record is damaged.
   */
  get(id: string): Promise<Result<LiveLeague>>;
  /** As it is known here, which may be a moment behind; its settings never change. Refuses as `get` does. */
  copyOf(id: string): Promise<Result<LiveLeague>>;
  /** The last events of a league, oldest first: so many at the most. */
  lastEvents(live: LiveLeague, most: number): Promise<readonly LoggedLeagueEvent[]>;
  /** What a league is called, however it is kept; null where there is none. */
  nameOf(id: string): Promise<string | null>;
  /** Newest first; leagues whose record is damaged are left out. */
  list(page: Page): Promise<LeaguePage>;
  /** Leagues that were come across and cannot be read. */
  damaged(): readonly Damaged[];
  /** Sets a league aside that cannot be gone on with. Answers with the refusal that says so. */
  setAside(id: string, reason: string): Refusal;
  /** Waits until something is true of a league; an entrant in its own place, as a seat is one at a game. */
  waitUntil(
    id: string,
    ready: (live: LiveLeague) => boolean,
    ms: number,
    signal: AbortSignal,
    waiter?: Waiter,
  ): Promise<Result<{ readonly end: WaitEnd; readonly live: LiveLeague }>>;
  /**
   * Hears of every commit of this host after it is stored, and of what other hosts kept of a league while `isLookedAt`
   * says so: that has to be read, which is done a few times a second at the most.
   */
  listen(listener: (news: LeagueNews) => void, isLookedAt?: (id: string) => boolean): () => void;
  /** Hears of every league that changes here or elsewhere, by its id. */
  listenToAll(listener: (id: string) => void): () => void;
  /** Answers all who wait: the host is about to close. */
  endWaits(): void;
  close(): Promise<void>;
}

export interface LeaguesOptions {
  readonly store: Store;
  readonly arranger: Pick<Arranger, "keep">;
  readonly tables: Pick<Tables, "stoodStillUntil">;
  readonly log: Log;
  readonly now: () => number;
  /** In [0, 1). */
  readonly random: () => number;
}

/** Most leagues that may be unfinished at once. */
export const MOST_LEAGUES = 200;
/** How often a command is decided anew when another writer was faster: one whose league is played may be so again and again. */
const TRIES = 30;

/** After so many of them, each time, the host that directs is asked for a moment without it. */
const BEATEN = 4;
/** Milliseconds for which the director leaves a league to a host that asks for it. */
const TURN_MS = 500;

/** What somebody wants of a league, and waits for. */
interface Asked {
  readonly wish: LeagueCommand | Wish;
  readonly done: (answer: Result<LiveLeague>) => void;
  readonly failed: (error: unknown) => void;
}

const joined = (one: LeagueStep, next: LeagueStep): LeagueStep => ({
  league: next.league,
  events: [...one.events, ...next.events],
  commands: [...one.commands, ...next.commands],
});

interface DecidedInOrder {
  readonly step: LeagueStep;
  /** Whether something came of each of them. */
  readonly isAllNews: boolean;
  /** Null for what was not refused. */
  readonly refusals: readonly (Refusal | null)[];
}

/** What somebody asked for is decided in order, each on what the one before it led to, the first on a step from before. */
function* decideInOrder(from: LeagueStep, batch: readonly Asked[], at: number): Steps<DecidedInOrder> {
  let step = from;
  let isAllNews = true;
  const refusals: (Refusal | null)[] = [];
  for (const { wish } of batch) {
    const command = typeof wish === "function" ? wish(step.league) : wish;
    const next = command && (yield* decide(step.league, command, at));
    if (!next?.ok || next.value.events.length === 0) isAllNews = false;
    if (next?.ok) step = joined(step, next.value);
    refusals.push(next && !next.ok ? next : null);
    yield;
  }
  return { step, isAllNews, refusals };
}

/** One writer a league here: commands queue up, are decided one at a time, stored, and only then told. */
export function createLeagues({ store, arranger, tables, log, now, random }: LeaguesOptions): Leagues {
  const queue = createQueue();
  const { cluster } = store;
  const leases = leasesIn(store);
  const waits = createWaits<LiveLeague>({ idOf: ({ league }) => league.id, noun: "league", most: 2_000 });
  const listeners = new Map<(news: LeagueNews) => void, (id: string) => boolean>();
  const noted = new Set<(id: string) => void>();
  const setAside = createSetAside(log);
  /** Changes of this host, which it need not hear of. */
  const own = new WeakSet<Change>();
  /** Until when leagues are left to other hosts. */
  const leftAlone = new Map<string, number>();
  let closing = false;

  const note = (id: string): void => {
    for (const listener of noted) listener(id);
  };
  const tell = (news: LeagueNews): void => {
    waits.wake(news.live);
    for (const listener of [...listeners.keys()]) listener(news);
  };
  const copies = createCopies({
    ...{ store, log, setAside, queue, noted: note },
    isLookedAt: (id) => waits.isAwaited(id) || [...listeners.values()].some((isLookedAt) => isLookedAt(id)),
    told: (before, live) => tell({ before, live, commands: null }),
  });
  const stopHearing = [
    cluster?.hearOfTurns((id) => {
      if (leases.holds("leagues")) leftAlone.set(id, performance.now() + TURN_MS);
    }),
    cluster?.hearOfLeagues((versions) => copies.hear(versions, true)),
    // Another one in this program.
    store.subscribe(null, ({ changes }) => {
      const others = changes.filter((change) => change.aggregate === "league" && !own.has(change));
      copies.hear(
        others.map(({ id, expectedVersion, events }) => ({ id, version: expectedVersion + events.length })),
        false,
      );
    }),
  ];

  let unfinished = 0;
  const goesOn = (id: string) => {
    const live = copies.known(id);
    return live !== null && !isOver(live.league);
  };
  const makers = createMakers({
    ...{ noun: "leagues", remedy: "The person at the window can cancel some", most: MOST_LEAGUES, goesOn },
    unfinished: () => unfinished,
  });

  const commit = async (
    before: LiveLeague | null,
    step: LeagueStep,
    at: number,
    under?: Fence,
  ): Promise<Result<LiveLeague>> => {
    const { league, events } = step;
    const change: LeagueChange = {
      aggregate: "league",
      id: league.id,
      expectedVersion: before?.version ?? 0,
      snapshot: snapshotOf(league),
      columns: columnsOf(league),
      parts: changedParts(before?.league ?? null, league),
      events,
    };
    own.add(change);
    const stored = await arranger.keep(change, step, at, under);
    if (!stored.ok) return stored;
    for (const event of events) logTrouble(league, event, log);
    const made = { league, version: change.expectedVersion + events.length };
    const commands = stored.value;
    note(league.id);
    const known = copies.known(league.id);
    // What was read meanwhile has been told.
    if (known && known.version >= made.version) tell({ before: known, live: known, commands });
    else tell({ before, live: copies.put(made), commands });
    return accept(made);
  };

  /** Stores a new league under the first id that nobody has. */
  const make = async (plan: LeaguePlan): Promise<Result<LiveLeague>> => {
    const at = now();
    let taken: Result<never> = refuse("CONFLICT", "No number is free for a new league");
    for (const id of candidateIds(random)) {
      const step = await inTurns(createLeague(id, plan, at));
      if (!step.ok) return step;
      const made = await queue.run(id, () => copies.keeping(id, commit(null, step.value, at)));
      if (made.ok || made.code !== "CONFLICT") return made;
      taken = made;
    }
    return taken;
  };

  /** Decides what was asked for in order, each on what the one before it led to, and commits all of it as one change. */
  const decideAll = async (id: string, batch: readonly Asked[], leased: Leased | null): Promise<void> => {
    const answers = await answersTo(id, batch, leased).catch((error: unknown) => ({ error }));
    for (const [index, { done, failed }] of batch.entries()) {
      if ("error" in answers) failed(answers.error);
      else done(answers[index] ?? hostClosing);
    }
  };

  const answersTo = async (
    id: string,
    batch: readonly Asked[],
    leased: Leased | null,
  ): Promise<readonly Result<LiveLeague>[]> => {
    const all = (answer: Result<LiveLeague>) => batch.map(() => answer);
    let found = await copies.some(id);
    for (let attempt = 1; ; attempt += 1) {
      if (closing) return all(hostClosing);
      if (!found.ok) return all(found);
      const under = leased ? leases.fenceOf(leased) : undefined;
      if (under === null) return all(elsewhere);
      const from = found.value;
      const stood = await tables.stoodStillUntil();
      if (!stood.ok) return all(stood);
      const at = now();
      const awake = afterStandstill(from.league, stood.value, at);
      const { step, isAllNews, refusals } = await inTurns(decideInOrder(awake, batch, at));
      // What comes to nothing may do so on a copy alone: nothing is written that the store would compare.
      const isBehind = !isAllNews && (await copies.versionOf(id)) > from.version;
      const done = isBehind
        ? behind
        : step.events.length === 0
          ? found
          : await copies.keeping(id, commit(from, step, at, under));
      if (done.ok || done.code !== "CONFLICT" || attempt === TRIES) {
        if (!done.ok && done.code !== "ELSEWHERE") log.error(`league ${id}: ${done.message}`, { league: id });
        return refusals.map((refusal) => refusal ?? done);
      }
      if (!leased && attempt % BEATEN === 0) cluster?.askForTurn(id);
      found = await copies.after(id, from.version);
    }
  };

  /** Somebody at another host is beaten again and again by the results that come in here. */
  const turnOfOthers = async (id: string): Promise<void> => {
    const left = (leftAlone.get(id) ?? 0) - performance.now();
    leftAlone.delete(id);
    if (left > 0 && !closing) await delay(left);
  };
  const acting = (leased: Leased | null): Leagues["act"] => {
    const asked = new Map<string, readonly Asked[]>();
    return (id, wish) =>
      new Promise((done, failed) => {
        const waiting = asked.get(id) ?? [];
        asked.set(id, [...waiting, { wish, done, failed }]);
        if (waiting.length > 0) return;
        // Whatever is asked for until its turn comes is decided one after the other, and kept together.
        void queue.run(id, async () => {
          if (leased) await turnOfOthers(id);
          const batch = asked.get(id) ?? [];
          asked.delete(id);
          await decideAll(id, batch, leased);
        });
      });
  };

  const listing =
    (seenTo: (id: string) => void): Leagues["list"] =>
    async (page) => {
      const { shown, next } = cutPage(await store.leagues({ ...page, limit: page.limit + 1 }), page.limit);
      const leagues: League[] = [];
      for (const { id, version } of shown) {
        const known = copies.known(id);
        // One of thousands of matches takes a while to be read, and others have their turns in between.
        if (!known) await nextTurn();
        const found = known && known.version >= version ? accept(known) : await copies.after(id, version - 1);
        seenTo(id);
        if (found.ok) leagues.push(found.value.league);
      }
      return { leagues, next };
    };

  return {
    get: copies.current,
    copyOf: copies.some,
    lastEvents: ({ league: { id }, version }, most) => store.leagueLog(id, Math.max(0, version - most), most),
    nameOf: async (id) => copies.known(id)?.league.name ?? (await store.league(id))?.columns.name ?? null,
    create: async (plan, maker = "person") => {
      if (closing) return hostClosing;
      unfinished = await store.unfinishedLeagues();
      const place = makers.admit(maker);
      if (!place.ok) return place;
      const made = await make(plan);
      place.value(made.ok ? made.value.league.id : null);
      return made;
    },

    adopt: (league) => {
      const { id, name, settings } = league;
      const created: LeagueEvent = { type: "leagueCreated", name, game: settings.game, seed: settings.seed };
      return queue.run(id, () => copies.keeping(id, commit(null, { league, events: [created], commands: [] }, now())));
    },

    act: acting(null),
    asDirector: { act: acting("leagues"), list: listing(copies.seenTo) },

    list: listing(() => {}),

    damaged: setAside.all,
    setAside: (id, reason) => {
      const refusal = refuse("STORAGE_FAILED", `League ${id} cannot be continued: ${reason}`);
      setAside.add(id, refusal);
      return refusal;
    },

    waitUntil: async (id, ready, ms, signal, waiter) => {
      const found = await copies.current(id);
      if (!found.ok) return found;
      const current = () => copies.known(id) ?? found.value;
      if (ready(current())) return accept({ end: "changed", live: current() });
      const waiting = waits.open(id, ready, ms, signal, waiter);
      copies.follow(id);
      const ended = await waiting;
      return ended.ok ? accept({ end: ended.value, live: current() }) : ended;
    },

    listen: (listener, isLookedAt = () => true) => {
      listeners.set(listener, isLookedAt);
      return () => void listeners.delete(listener);
    },
    listenToAll: (listener) => {
      noted.add(listener);
      return () => void noted.delete(listener);
    },
    endWaits: waits.close,

    close: async () => {
      closing = true;
      for (const stop of stopHearing) stop?.();
      copies.close();
      waits.close();
      await queue.idle();
      listeners.clear();
      noted.clear();
    },
  };
}

const hostClosing: Refusal = refuse(
  "HOST_CLOSING",
  "Kibitz is closing. The league is saved; it goes on when it is back",
);

const behind: Refusal = refuse("CONFLICT", "Another host keeps changing this league. Try again in a moment");

/** Tells the person who looks for it why an entrant is suspended or a match is forfeited. */
function logTrouble({ id, entrants }: League, event: LeagueEvent, log: Log): void {
  const nameOf = (number: number | null) => entrants.find((entrant) => entrant.number === number)?.name ?? "nobody";
  if (event.type === "entrantSuspended")
    log.debug(
      `league ${id}: ${nameOf(event.entrant)} is suspended: ${event.reason ?? "it did not take its invitation in time"}`,
      { league: id },
    );
  else if (event.type === "entrantLeft") log.debug(`league ${id}: ${nameOf(event.entrant)} is out`, { league: id });
  else if (event.type === "matchReported" && event.termination === "forfeit")
    log.debug(`league ${id}: match ${event.match} is forfeited, ${nameOf(event.winner)} wins it`, {
      league: id,
      match: `L${id}m${event.match}`,
    });
}
