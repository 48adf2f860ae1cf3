import type { LoggedEvent } from "../../shared/events.ts";
import { type Outcome, otherSeat, type Seat } from "../../shared/games.ts";
import { accept, type Refusal, type Result, refuse } from "../../shared/result.ts";
import { cleanLine, clip, NAME_LENGTH, TALK_LENGTH } from "../../shared/text.ts";
import { nextFlag } from "../games/clock.ts";
import { rulesOf } from "../games/rules/index.ts";
import {
  answerDraw,
  answerTakeback,
  createTable,
  fallFlag,
  freeSeat,
  isToMove,
  type NewTable,
  opponentOf,
  play,
  rebindSeat,
  resign,
  resume,
  type Step,
  seatedAt,
  showUp,
  switchAnalysis,
  type Table,
  takeSeat,
} from "../games/table.ts";
import type { Log } from "../log.ts";
import type { Page, Store } from "../store/store.ts";
import type { Authority, Credentials } from "./authority.ts";
import { importedStep } from "./imported.ts";
import { type MutableSitting, newSitting, type PlayedMove, record, type Sitting } from "./sitting.ts";
import { createTalkLimit } from "./talk-limit.ts";
import { createWaits, type WaitEnd } from "./waits.ts";

/** Most games that may be unfinished at once. */
const MOST_GAMES = 10_000;
/** Finished games kept in memory for those who still look at them. */
const KEPT_FINISHED = 64;
/** How often the time is noted, so that a host that comes back knows how long there was none. */
const BEAT_MS = 1_000;
/** The same while no clock runs, when it matters to the record alone. */
const SLOW_BEAT_MS = 30_000;
/** Longest delay a timer takes; a longer thinking time is looked at again after it. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

export interface PlayRequest {
  readonly text: string;
  readonly claimWin?: boolean | undefined;
  readonly claimDraw?: boolean | undefined;
  /** The ply that the player believes it is playing; null when it does not say. */
  readonly ply?: number | undefined;
}

export interface PlayAnswer {
  readonly sitting: Sitting;
  /** Set when this move had been accepted before and was not played again. */
  readonly repeated: PlayedMove | null;
}

export interface JoinAnswer {
  readonly sitting: Sitting;
  readonly seat: Seat;
  /** Whether the seat was the caller's already. */
  readonly back: boolean;
}

export interface ImportRequest {
  readonly players: { readonly white: string; readonly black: string };
  /** The other tags of its PGN, by name. */
  readonly tags: Readonly<Record<string, string>>;
  readonly fen: string | undefined;
  /** In SAN or UCI. */
  readonly moves: readonly string[];
  /** What the record says of the result where the position does not; null for a game that was broken off. */
  readonly outcome: Outcome | null;
}

export type Listener = (entry: LoggedEvent, sitting: Sitting) => void;

export interface Tables {
  create(request: Omit<NewTable, "id">): Promise<Result<Sitting>>;
  get(id: string): Result<Sitting>;
  list(page: Page): readonly Table[];
  /** Takes the open seat, or comes back to the caller's own. */
  join(id: string, name: string, credentials: Credentials): Promise<Result<JoinAnswer>>;
  /**
   * Commands for a seat may name the generation of its holder, as it was when the caller was found to hold it: between
   * that and the command's turn the seat may have been freed, and then they are refused with `SEAT_REQUIRED`.
   */
  play(id: string, seat: Seat, request: PlayRequest, generation?: number): Promise<Result<PlayAnswer>>;
  resign(id: string, seat: Seat, generation?: number): Promise<Result<Sitting>>;
  draw(id: string, seat: Seat, answer: "offer" | "accept" | "decline", generation?: number): Promise<Result<Sitting>>;
  /** Asks to take a move back, or answers such a request; against the computer it happens at once. */
  takeback(
    id: string,
    seat: Seat,
    answer: "offer" | "accept" | "decline",
    generation?: number,
  ): Promise<Result<Sitting>>;
  /** Shows or hides the evaluation of a game that is being played. */
  switchAnalysis(id: string, on: boolean): Promise<Result<Sitting>>;
  /** Keeps a chess game that was played elsewhere; refuses moves that the rules refuse. */
  importGame(request: ImportRequest): Promise<Result<Sitting>>;
  say(id: string, seat: Seat, message: string, generation?: number): Promise<Result<Sitting>>;
  freeSeat(id: string, seat: Seat): Promise<Result<Sitting>>;
  /** The game that follows a finished one, colours swapped: made by the first who asks, the same for the second. */
  rematch(id: string, seat: Seat, connection: string | null): Promise<Result<{ sitting: Sitting; seat: Seat }>>;
  /** Waits until something is true of a game. */
  waitUntil(id: string, ready: (table: Table) => boolean, ms: number, signal: AbortSignal): Promise<Result<WaitEnd>>;
  /**
   * Waits until a seat is to move, the game is over, the opponent makes an offer, or the seat is freed. Costs nothing
   * but a map entry.
   */
  waitForTurn(id: string, seat: Seat, ms: number, signal: AbortSignal): Promise<Result<WaitEnd>>;
  /** Hears of everything after it is stored. A listener that throws disturbs nobody. */
  listen(listener: Listener): () => void;
  /** Takes up the games that were unfinished when the last host ended; returns how many. */
  resumeAll(): Promise<number>;
  unfinished(): readonly Sitting[];
  waiting(): number;
  close(): Promise<void>;
}

export interface TablesOptions {
  readonly store: Store;
  readonly authority: Authority;
  readonly log: Log;
  /** Milliseconds since 1970; never runs backwards. */
  readonly now?: () => number;
  /** In [0, 1). */
  readonly random?: () => number;
}

const steadyNow = () => performance.timeOrigin + performance.now();

/** One writer per table: commands queue up, are decided one at a time, stored, and only then told. */
export function createTables({ store, authority, log, now = steadyNow, random = Math.random }: TablesOptions): Tables {
  const sittings = new Map<string, MutableSitting>();
  const finished = new Map<string, MutableSitting>();
  const lanes = new Map<string, Promise<unknown>>();
  const flags = new Map<string, NodeJS.Timeout>();
  const listeners = new Set<Listener>();
  const waits = createWaits();
  const talkLimit = createTalkLimit();
  const reserved = new Set<string>();
  let closing = false;

  const find = (id: string): MutableSitting | null => {
    const live = sittings.get(id) ?? finished.get(id);
    if (live) return live;
    const table = store.game(id);
    if (!table) return null;
    const sitting = newSitting(table, store.log(id));
    keep(sitting);
    return sitting;
  };
  const keep = (sitting: MutableSitting) => {
    const { id, outcome } = sitting.table;
    if (!outcome) return void sittings.set(id, sitting);
    sittings.delete(id);
    finished.delete(id);
    finished.set(id, sitting);
    for (const oldest of finished.keys()) {
      if (finished.size <= KEPT_FINISHED) break;
      finished.delete(oldest);
    }
  };
  const notFound = (id: string) =>
    refuse(
      "GAME_NOT_FOUND",
      `Game not found: there is no game ${clip(cleanLine(id), 20)}. Call listGames to see the games there are`,
    );

  /** Runs commands for one game one after the other. */
  const inTurn = <T>(id: string, work: (sitting: MutableSitting) => Promise<Result<T>>): Promise<Result<T>> => {
    const run = async (): Promise<Result<T>> => {
      if (closing) return refuse("HOST_CLOSING", "Kibitz is closing. The game is saved; go on when it is back");
      const sitting = find(id);
      return sitting ? work(sitting) : notFound(id);
    };
    const lane = (lanes.get(id) ?? Promise.resolve()).then(run, run);
    lanes.set(id, lane);
    const settled = () => {
      if (lanes.get(id) === lane) lanes.delete(id);
    };
    lane.then(settled, settled);
    return lane;
  };

  /** Stores a step and then, and only then, makes it true. */
  const commit = async (sitting: MutableSitting, { table, events }: Step, at: number): Promise<Result<Sitting>> => {
    const stored = await store.commit({ table, at, events });
    if (!stored.ok) {
      log.error(stored.message);
      return stored;
    }
    sitting.table = table;
    for (const entry of stored.value) record(sitting, entry);
    keep(sitting);
    watchFlag(table);
    waits.wake(table.id);
    for (const entry of stored.value) announce(entry, sitting);
    return accept(sitting);
  };
  const announce = (entry: LoggedEvent, sitting: Sitting) => {
    for (const listener of listeners) {
      try {
        listener(entry, sitting);
      } catch (error) {
        log.error(
          `a listener failed on ${entry.event.type}: ${error instanceof Error ? error.message : String(error)}`,
        );
      }
    }
  };
  /** Runs a command for a seat, unless the seat has another holder by then. */
  const inTurnOf = <T>(
    id: string,
    seat: Seat,
    generation: number | undefined,
    work: (sitting: MutableSitting) => Promise<Result<T>>,
  ): Promise<Result<T>> =>
    inTurn<T>(id, async (sitting) => {
      const held = generation ?? seatedAt(sitting.table, seat).generation;
      return held === seatedAt(sitting.table, seat).generation ? work(sitting) : seatFreed(id);
    });
  const decide = (
    id: string,
    decision: (table: Table, at: number) => Result<Step>,
    holder?: { readonly seat: Seat; readonly generation: number | undefined },
  ): Promise<Result<Sitting>> => {
    const run = async (sitting: MutableSitting): Promise<Result<Sitting>> => {
      const at = now();
      const step = decision(sitting.table, at);
      return step.ok ? commit(sitting, step.value, at) : step;
    };
    return holder ? inTurnOf(id, holder.seat, holder.generation, run) : inTurn(id, run);
  };
  const watchFlag = (table: Table, soonestMs = 0) => {
    clearTimeout(flags.get(table.id));
    flags.delete(table.id);
    const flag = table.clock && !table.outcome ? nextFlag(table.clock) : null;
    if (!flag || closing) return;
    const delay = Math.min(Math.max(soonestMs, Math.ceil(flag.at - now())), LONGEST_TIMER_MS);
    flags.set(table.id, setTimeout(dropFlag, delay, table.id));
  };
  const dropFlag = (id: string) =>
    inTurn(id, async (sitting) => {
      const at = now();
      const step = fallFlag(sitting.table, at);
      const dropped = step ? await commit(sitting, step, at) : accept(sitting);
      // What a full disk did not take is tried again, or those who wait would never hear of it.
      if (!step || !dropped.ok) watchFlag(sitting.table, step ? BEAT_MS : 0);
      return dropped;
    });
  let lastBeat = Number.NEGATIVE_INFINITY;
  const keepTime = () => {
    const at = now();
    if (sittings.size === 0 || (flags.size === 0 && at - lastBeat < SLOW_BEAT_MS)) return;
    try {
      store.beat(at);
      lastBeat = at;
    } catch (error) {
      // A full disk must not end the games; a beat that is missing charges players less, not more.
      log.warn(`the time could not be noted: ${error instanceof Error ? error.message : String(error)}`);
    }
  };
  const beat = setInterval(keepTime, BEAT_MS);
  beat.unref();

  /** Numbers that can be read aloud: four digits, more only when many are taken. */
  const freeId = (): string => {
    for (let digits = 4; ; digits += 1) {
      const lowest = 10 ** (digits - 1);
      for (let attempt = 0; attempt < 20; attempt += 1) {
        const id = String(lowest + Math.floor(random() * 9 * lowest));
        if (!reserved.has(id) && !store.has(id)) return id;
      }
    }
  };

  const create = async (request: Omit<NewTable, "id">): Promise<Result<Sitting>> => {
    if (closing) return refuse("HOST_CLOSING", "Kibitz is closing. Try again when it is back");
    if (sittings.size + reserved.size >= MOST_GAMES)
      return refuse("LIMIT_REACHED", `There are ${MOST_GAMES} unfinished games already. Finish or resign some first`);
    const at = now();
    const id = freeId();
    const step = createTable({ ...request, id }, at);
    if (!step.ok) return step;
    reserved.add(id);
    try {
      return await commit(newSitting(step.value.table, []), step.value, at);
    } finally {
      reserved.delete(id);
    }
  };

  const waitUntil: Tables["waitUntil"] = async (id, ready, ms, signal) => {
    const sitting = find(id);
    if (!sitting) return notFound(id);
    const holds = () => ready(sitting.table);
    return holds() ? accept("changed") : waits.open(id, holds, ms, signal);
  };

  return {
    create,
    get: (id) => {
      const sitting = find(id);
      return sitting ? accept(sitting) : notFound(id);
    },
    list: (page) => store.list(page),

    join: (id, name, credentials) =>
      inTurn<JoinAnswer>(id, async (sitting) => {
        const at = now();
        const own = authority.ownSeat(sitting.table, credentials);
        if (!own.ok) return own;
        if (own.value) {
          const seat = own.value;
          const { kind, connection } = seatedAt(sitting.table, seat);
          const moves = kind === "agent" && credentials.connection !== null && connection !== credentials.connection;
          const bound = moves ? rebindSeat(sitting.table, seat, credentials.connection) : sitting.table;
          const present = showUp(bound, seat, at);
          if (present !== sitting.table) {
            const back = await commit(sitting, { table: present, events: [] }, at);
            if (!back.ok) return back;
          }
          return accept({ sitting, seat, back: true });
        }
        const open = sitting.table.seats.find((seated) => seated.kind === "agent" && seated.name === null);
        if (!open || sitting.table.outcome) return refuse("SEAT_TAKEN", "Both seats are taken");
        const step = takeSeat(sitting.table, open.seat, playerName(name, "Agent"), credentials.connection, at);
        if (!step.ok) return step;
        const joined = await commit(sitting, step.value, at);
        return joined.ok ? accept({ sitting, seat: open.seat, back: false }) : joined;
      }),

    play: (id, seat, request, generation) =>
      inTurnOf<PlayAnswer>(id, seat, generation, async (sitting) => {
        const at = now();
        const past = request.ply === undefined ? accept(null) : pastMove(sitting, seat, request.ply, request.text);
        if (!past.ok) return past;
        if (past.value) return accept({ sitting, repeated: past.value });
        const { text, claimWin = false, claimDraw = false } = request;
        const result = play(sitting.table, seat, { text, claimWin, claimDraw }, at);
        if (result.played) {
          const stored = await commit(sitting, result.step, at);
          return stored.ok ? accept({ sitting, repeated: null }) : stored;
        }
        if (result.step.events.length > 0) await commit(sitting, result.step, at);
        return result.refusal;
      }),

    resign: (id, seat, generation) => decide(id, (table, at) => resign(table, seat, at), { seat, generation }),
    draw: (id, seat, answer, generation) =>
      decide(id, (table, at) => answerDraw(table, seat, answer, at), { seat, generation }),
    takeback: (id, seat, answer, generation) =>
      inTurnOf(id, seat, generation, async (sitting) => {
        const at = now();
        const step = answerTakeback(sitting.table, seat, answer, sitting.moves, at);
        return step.ok ? commit(sitting, step.value, at) : step;
      }),
    switchAnalysis: (id, on) => decide(id, (table) => switchAnalysis(table, on)),
    importGame: async ({ players, tags, fen, moves, outcome }) => {
      const at = now();
      const id = freeId();
      const seated = (name: string): NewTable["players"][0] => ({ kind: "human", name, level: null, connection: null });
      const step = importedStep(
        {
          id,
          kind: "chess",
          players: [seated(players.white), seated(players.black)],
          setup: { fen },
          clock: null,
          legalMoves: "shown",
          rematchOf: null,
          imported: tags,
        },
        moves,
        outcome,
        at,
      );
      return step.ok ? commit(newSitting(step.value.table, []), step.value, at) : step;
    },
    freeSeat: (id, seat) => decide(id, (table, at) => freeSeat(table, seat, at)),

    say: (id, seat, message, generation) =>
      decide(
        id,
        (table, at) => {
          const text = clip(cleanLine(message), TALK_LENGTH);
          if (text === "") return refuse("INVALID_ARGUMENT", "There is nothing to say in that message");
          if (!talkLimit.allows(`${id} ${seat}`, at))
            return refuse("RATE_LIMITED", "That is a lot of talk. Wait ten seconds before you say more");
          return accept({ table, events: [{ type: "said", seat, message: text }] });
        },
        { seat, generation },
      ),

    rematch: (id, seat, connection) =>
      inTurn(id, async (sitting) => {
        const { table } = sitting;
        if (!table.outcome)
          return refuse(
            "INVALID_ARGUMENT",
            "The game is still going on. Finish it, resign or agree on a draw before a rematch",
          );
        if (table.imported)
          return refuse("INVALID_ARGUMENT", "This game was played elsewhere; there is nobody to play again");
        const next = otherSeat(table.kind, seat);
        if (table.rematch) {
          return inTurn(table.rematch, async (made) => {
            const at = now();
            const present = showUp(made.table, next, at);
            if (present === made.table) return accept({ sitting: made, seat: next });
            const shown = await commit(made, { table: present, events: [] }, at);
            return shown.ok ? accept({ sitting: made, seat: next }) : shown;
          });
        }
        const [first, second] = table.seats;
        const player = ({ kind, name, level, connection: held, seat: sat }: typeof first) => ({
          kind,
          name,
          level,
          connection: sat === seat ? (connection ?? held) : held,
        });
        const made = await create({
          kind: table.kind,
          players: [player(second), player(first)],
          setup: table.setup,
          clock: table.clock && { initialMs: table.clock.initialMs, incrementMs: table.clock.incrementMs },
          legalMoves: table.legalMoves,
          rematchOf: id,
          showUi: table.showUi,
          // The asker's opponent, if it is an agent, does not know yet; its time must not run.
          absent: opponentOf(table, seat).kind === "agent" ? seat : null,
        });
        if (!made.ok) return made;
        const step: Step = {
          table: { ...table, rematch: made.value.table.id },
          events: [{ type: "rematchCreated", next: made.value.table.id }],
        };
        const told = await commit(sitting, step, now());
        return told.ok ? accept({ sitting: made.value, seat: next }) : told;
      }),

    waitUntil,
    waitForTurn: async (id, seat, ms, signal) => {
      const waited = find(id);
      const told = waited?.toldOffers;
      const generation = waited && seatedAt(waited.table, seat).generation;
      const isNews = (offer: string | null) => offer !== null && told?.get(seat) !== offer;
      const ready = (table: Table) =>
        table.outcome !== null ||
        isToMove(table, seat) ||
        isNews(offerTo(table, seat)) ||
        seatedAt(table, seat).generation !== generation;
      const end = await waitUntil(id, ready, ms, signal);
      const sitting = end.ok && end.value === "changed" ? find(id) : null;
      const offer = sitting && offerTo(sitting.table, seat);
      if (offer) told?.set(seat, offer);
      return end;
    },

    listen: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },

    resumeAll: async () => {
      const at = now();
      const beatAt = store.lastBeat() ?? 0;
      const tables = store.unfinished();
      // Asked for at once, they share a commit.
      await Promise.all(
        tables.map((table) => {
          const entries = store.log(table.id);
          const sitting = newSitting(table, entries);
          sittings.set(table.id, sitting);
          const lastKnown = Math.min(at, Math.max(beatAt, entries.at(-1)?.at ?? 0));
          const step = resume(table, lastKnown, at);
          return step && commit(sitting, step, at);
        }),
      );
      return tables.length;
    },
    unfinished: () => [...sittings.values()],
    waiting: () => waits.count(),

    close: async () => {
      closing = true;
      clearInterval(beat);
      for (const timer of flags.values()) clearTimeout(timer);
      lastBeat = Number.NEGATIVE_INFINITY;
      keepTime();
      flags.clear();
      waits.close();
      await Promise.allSettled(lanes.values());
      listeners.clear();
    },
  };
}

/** What the former holder of a seat is told. */
export const seatFreed = (id: string): Refusal =>
  refuse(
    "SEAT_REQUIRED",
    `A person freed your seat in game ${id}, and your seat_token ended with it. Do not go on for that seat`,
  );

/** What the opponent offers or asks of a seat now; null for nothing. */
function offerTo({ kind, drawOffer, takebackOffer, ply }: Table, seat: Seat): string | null {
  const opponent = otherSeat(kind, seat);
  if (drawOffer === opponent) return `draw ${ply}`;
  return takebackOffer === opponent ? `takeback ${ply}` : null;
}

/** A name as it is shown: one clean line of at most {@link NAME_LENGTH} characters. */
export function playerName(given: string | null | undefined, otherwise: string): string {
  return clip(cleanLine(given ?? ""), NAME_LENGTH) || otherwise;
}

/**
 * The move that a seat made at the ply it says it is playing, when it already has: the same move again is a repeat of
 * a call whose answer was lost; a different one is refused as stale. Null when the ply is the current one.
 *
 * A ply may be counted as answers count it (the `ply` of the answer one replies to) or as history does (the ply that
 * the move leads to). Where seats alternate, only one of the two can be the seat's own. Where both choose at once, it
 * is counted as answers count it, and either ply of a round names the round: both players may believe to be the first.
 */
function pastMove(sitting: Sitting, seat: Seat, ply: number, text: string): Result<PlayedMove | null> {
  const { table, moves } = sitting;
  const simultaneous = rulesOf(table.kind).simultaneous;
  const stale = refuse(
    "STALE_PLY",
    `You believe to be playing ply ${ply}, but the game is at ply ${table.ply}. Nothing was played; look at the position and choose again`,
  );
  const own = (index: number) => (moves[index]?.seat === seat ? moves[index] : undefined);
  const round = ply - (ply % 2);
  const mine = simultaneous ? (own(round) ?? own(round + 1)) : (own(ply) ?? own(ply - 1));
  if (mine && sameMove(mine, text)) return accept(mine);
  if (mine && !(simultaneous && ply === table.ply)) return stale;
  if (ply > table.ply + 1 || ply < table.ply - 1) return stale;
  if (simultaneous || ply >= table.ply || !isToMove(table, seat)) return accept(null);
  return stale;
}

function sameMove(move: PlayedMove, text: string): boolean {
  const plain = (notation: string) => notation.trim().replace(/[+#!?=]/g, "");
  // In SAN the case tells a bishop from the b-file; in UCI it tells nothing.
  return plain(move.uci).toLowerCase() === plain(text).toLowerCase() || plain(move.san) === plain(text);
}
