import { setImmediate as nextTurn } from "node:timers/promises";
import { accept, type Refusal, type Result, refuse } from "../../shared/result.ts";
import { cleanLine, clip } from "../../shared/text.ts";
import type { Log } from "../log.ts";
import type { LeagueChange, Page, Store } from "../store/store.ts";
import { cutPage } from "../tables/cursor.ts";
import { candidateIds } from "../tables/ids.ts";
import { createMakers, type Maker } from "../tables/makers.ts";
import { createQueue } from "../tables/queue.ts";
import { createSetAside, type Damaged } from "../tables/set-aside.ts";
import { createWaits, type WaitEnd, type Waiter } from "../tables/waits.ts";
import { createLeague, decide, type LeagueCommand, type LeaguePlan } from "./machine/decide.ts";
import { isOver, type League, type LeagueStep, type Order } from "./machine/league.ts";
import { changedParts, columnsOf, readLeague, snapshotOf } from "./snapshot.ts";

/** A league as it stood after a commit; it never changes. */
export interface LiveLeague {
  readonly league: League;
  /** How many events it has; what the next decision is decided on. */
  readonly version: number;
}

/** What a decision on a league was kept for. */
export interface LeagueNews {
  readonly before: LiveLeague | null;
  readonly live: LiveLeague;
  readonly commands: readonly Order[];
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
  /** Decides, commits, and answers with the league as it stands then. */
  act(id: string, command: LeagueCommand | Wish): Promise<Result<LiveLeague>>;
  /** Refuses with `LEAGUE_NOT_FOUND`, or with `STORAGE_FAILED` where the record is damaged. */
  get(id: string): Promise<Result<LiveLeague>>;
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
  /** Hears of every commit after it is stored. */
  listen(listener: (news: LeagueNews) => void): () => void;
  close(): Promise<void>;
}

export interface LeaguesOptions {
  readonly store: Pick<Store, "commit" | "league" | "leagueParts" | "leagues">;
  readonly log: Log;
  readonly now: () => number;
  /** In [0, 1). */
  readonly random: () => number;
}

/** Most leagues that may be unfinished at once. */
const MOST_LEAGUES = 200;
/** How often a command is decided anew when another writer was faster. */
const TRIES = 5;
/** Leagues that are over and are kept in memory for those who still look at them. */
const KEPT_OVER = 16;

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

/** One writer a league: commands queue up, are decided one at a time, stored, and only then told. */
export function createLeagues({ store, log, now, random }: LeaguesOptions): Leagues {
  const kept = new Map<string, LiveLeague>();
  const queue = createQueue();
  const asked = new Map<string, readonly Asked[]>();
  const waits = createWaits<LiveLeague>({ idOf: ({ league }) => league.id, noun: "league", most: 2_000 });
  const goesOn = (id: string) => {
    const live = kept.get(id);
    return live !== undefined && !isOver(live.league);
  };
  const makers = createMakers({
    ...{ noun: "leagues", remedy: "The person at the window can cancel some", most: MOST_LEAGUES, goesOn },
    unfinished: () => [...kept.keys()].filter(goesOn).length,
  });
  const listeners = new Set<(news: LeagueNews) => void>();
  const setAside = createSetAside(log);
  let closing = false;

  const keep = (live: LiveLeague): void => {
    const { id } = live.league;
    kept.delete(id);
    kept.set(id, live);
    const over = [...kept.values()].filter(({ league }) => isOver(league));
    for (const { league } of over.slice(0, Math.max(0, over.length - KEPT_OVER))) kept.delete(league.id);
  };

  const get: Leagues["get"] = async (id) => {
    const known = kept.get(id);
    if (known) return accept(known);
    const stored = await store.league(id);
    if (!stored) return notFound(id);
    const read = readLeague(stored, await store.leagueParts(id));
    if (!read.ok) {
      setAside.add(id, read);
      return read;
    }
    const live = kept.get(id) ?? { league: read.value, version: stored.version };
    keep(live);
    return accept(live);
  };

  const commit = async (before: LiveLeague | null, step: LeagueStep, at: number): Promise<Result<LiveLeague>> => {
    const { league, events, commands } = step;
    const change: LeagueChange = {
      aggregate: "league",
      id: league.id,
      expectedVersion: before?.version ?? 0,
      snapshot: snapshotOf(league),
      columns: columnsOf(league),
      parts: changedParts(before?.league ?? null, league),
      events,
    };
    const stored = await store.commit([change], at);
    if (!stored.ok) return stored;
    const live = { league, version: change.expectedVersion + events.length };
    keep(live);
    waits.wake(live);
    for (const listener of listeners) listener({ before, live, commands });
    return accept(live);
  };

  /** Stores a new league under the first id that nobody has. */
  const make = async (plan: LeaguePlan): Promise<Result<LiveLeague>> => {
    const at = now();
    let taken: Result<never> = refuse("CONFLICT", "No number is free for a new league");
    for (const id of candidateIds(random)) {
      const step = createLeague(id, plan, at);
      if (!step.ok) return step;
      const made = await queue.run(id, () => commit(null, step.value, at));
      if (made.ok || made.code !== "CONFLICT") return made;
      taken = made;
    }
    return taken;
  };

  /** Decides what was asked for in order, each on what the one before it led to, and commits all of it as one change. */
  const decideAll = async (id: string, batch: readonly Asked[]): Promise<void> => {
    const answers = await answersTo(id, batch).catch((error: unknown) => ({ error }));
    for (const [index, { done, failed }] of batch.entries()) {
      if ("error" in answers) failed(answers.error);
      else done(answers[index] ?? hostClosing);
    }
  };

  const answersTo = async (id: string, batch: readonly Asked[]): Promise<readonly Result<LiveLeague>[]> => {
    const all = (answer: Result<LiveLeague>) => batch.map(() => answer);
    for (let attempt = 1; ; attempt += 1) {
      if (closing) return all(hostClosing);
      const found = await get(id);
      if (!found.ok) return all(found);
      const at = now();
      let step: LeagueStep = { league: found.value.league, events: [], commands: [] };
      const refusals = batch.map(({ wish }) => {
        const command = typeof wish === "function" ? wish(step.league) : wish;
        const next = command && decide(step.league, command, at);
        if (next?.ok) step = joined(step, next.value);
        return next && !next.ok ? next : null;
      });
      const done = step.events.length === 0 ? found : await commit(found.value, step, at);
      if (done.ok || done.code !== "CONFLICT" || attempt === TRIES) {
        if (!done.ok) log.error(`league ${id}: ${done.message}`);
        return refusals.map((refusal) => refusal ?? done);
      }
      kept.delete(id);
    }
  };

  return {
    get,
    nameOf: async (id) => kept.get(id)?.league.name ?? (await store.league(id))?.columns.name ?? null,
    create: async (plan, maker = "person") => {
      if (closing) return hostClosing;
      const place = makers.admit(maker);
      if (!place.ok) return place;
      const made = await make(plan);
      place.value(made.ok ? made.value.league.id : null);
      return made;
    },

    act: (id, wish) =>
      new Promise((done, failed) => {
        const waiting = asked.get(id) ?? [];
        asked.set(id, [...waiting, { wish, done, failed }]);
        if (waiting.length > 0) return;
        // Whatever is asked for until its turn comes is decided one after the other, and kept together.
        void queue.run(id, async () => {
          const batch = asked.get(id) ?? [];
          asked.delete(id);
          await decideAll(id, batch);
        });
      }),

    list: async (page) => {
      const { shown, next } = cutPage(await store.leagues({ ...page, limit: page.limit + 1 }), page.limit);
      const leagues: League[] = [];
      for (const { id } of shown) {
        // One of thousands of matches takes a while to be read, and others have their turns in between.
        if (!kept.has(id)) await nextTurn();
        const found = await get(id);
        if (found.ok) leagues.push(found.value.league);
      }
      return { leagues, next };
    },

    damaged: setAside.all,
    setAside: (id, reason) => {
      const refusal = refuse("STORAGE_FAILED", `League ${id} cannot be gone on with: ${reason}`);
      setAside.add(id, refusal);
      return refusal;
    },

    waitUntil: async (id, ready, ms, signal, waiter) => {
      const found = await get(id);
      if (!found.ok) return found;
      const current = () => kept.get(id) ?? found.value;
      if (ready(current())) return accept({ end: "changed", live: current() });
      const ended = await waits.open(id, ready, ms, signal, waiter);
      return ended.ok ? accept({ end: ended.value, live: current() }) : ended;
    },

    listen: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },

    close: async () => {
      closing = true;
      waits.close();
      await queue.idle();
      listeners.clear();
    },
  };
}

const hostClosing: Refusal = refuse(
  "HOST_CLOSING",
  "Kibitz is closing. The league is saved; it goes on when it is back",
);

const notFound = (id: string): Refusal =>
  refuse("LEAGUE_NOT_FOUND", `League not found: there is no league ${clip(cleanLine(id), 20)}`);
