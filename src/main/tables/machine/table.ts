import { z } from "zod";
import type { GameEvent } from "../../shared/events.ts";
import {
  type GameKind,
  gameKindSchema,
  type Outcome,
  otherSeat,
  outcomeSchema,
  outcomeText,
  playerKindSchema,
  type Seat,
  seatSchema,
  seatsByKind,
  seatTitle,
} from "../../shared/games.ts";
import { accept, type Refusal, type Result, refuse } from "../../shared/result.ts";
import { cleanLine, clip } from "../../shared/text.ts";
import { type Clock, clockSchema, newClock, nextFlag, pressClock, skipGap, stopClock, timesLeft } from "./clock.ts";
import { rulesOf } from "./rules/index.ts";
import type { Setup } from "./rules/rules.ts";

export const seatedSchema = z
  .object({
    seat: seatSchema,
    kind: playerKindSchema,
    /** Null while the seat waits for an agent to join. */
    name: z.string().nullable(),
    level: z.number().nullable(),
    /** Counts the holders of this seat; a token is good for one generation. */
    generation: z.number().int(),
    /** Hash of the connection that holds the seat, where one does. */
    connection: z.string().nullable(),
    /** Moves that the rules refused. */
    illegal: z.number().int(),
  })
  .readonly();
export type Seated = z.infer<typeof seatedSchema>;

/** A game between two moments: everything that deciding the next command needs, and nothing that grows with its length. */
export const tableSchema = z
  .object({
    id: z.string(),
    kind: gameKindSchema,
    createdAt: z.number(),
    setup: z.object({ fen: z.string().optional(), rounds: z.number().optional() }).readonly(),
    legalMoves: z.enum(["shown", "hidden"]),
    seats: z.tuple([seatedSchema, seatedSchema]).readonly(),
    state: z.unknown(),
    /** Moves made so far. */
    ply: z.number().int(),
    /** The last move, in the notation of the rules' `uci`; null before the first. */
    lastMove: z.string().nullable(),
    /** Milliseconds since 1970 at which those to move began to think. */
    turnSince: z.number(),
    clock: clockSchema.nullable(),
    /** The seat that was taken in its holder's absence: no clock runs before it has shown up. Null where all have. */
    absent: seatSchema.nullable(),
    drawOffer: seatSchema.nullable(),
    /** The seat whose last offer or request the opponent turned down, until somebody moves. */
    declined: seatSchema.nullable(),
    /** Who asks to take a move back. */
    takebackOffer: seatSchema.nullable(),
    /** Whether answers to the agent bring the interactive board along for the person in its chat. */
    showUi: z.boolean(),
    /** The tags of the PGN that the game was read from: it was played elsewhere, and nobody sits there. Else null. */
    imported: z.record(z.string(), z.string()).readonly().nullable(),
    /** Whether spectators may see an evaluation while players are at it; somebody switched it on. */
    analysis: z.boolean(),
    /** The ply at which each seat last offered a draw; one offer a move. */
    offeredAt: z.tuple([z.number(), z.number()]).readonly(),
    outcome: outcomeSchema.nullable(),
    rematchOf: z.string().nullable(),
    rematch: z.string().nullable(),
  })
  .readonly();
export type Table = z.infer<typeof tableSchema>;

/** What a decision leads to. Nothing of it is true before it is stored. */
export interface Step {
  readonly table: Table;
  readonly events: readonly GameEvent[];
}

export type TableStatus = "open" | "live" | "finished";

export function statusOf(table: Table): TableStatus {
  if (table.outcome) return "finished";
  return table.seats.some((seated) => seated.name === null) ? "open" : "live";
}

const indexOf = (table: Table, seat: Seat): 0 | 1 => (table.seats[0].seat === seat ? 0 : 1);
export const seatedAt = (table: Table, seat: Seat): Seated => table.seats[indexOf(table, seat)];
export const opponentOf = (table: Table, seat: Seat): Seated => seatedAt(table, otherSeat(table.kind, seat));

/** The seats that are to move; none once the game is over. */
export const toMove = (table: Table): readonly Seat[] => (table.outcome ? [] : rulesOf(table.kind).toMove(table.state));
export const isToMove = (table: Table, seat: Seat): boolean => toMove(table).includes(seat);

function withSeat(table: Table, seat: Seat, change: Partial<Seated>): Table {
  const [first, second] = table.seats;
  return first.seat === seat
    ? { ...table, seats: [{ ...first, ...change }, second] }
    : { ...table, seats: [first, { ...second, ...change }] };
}

export interface NewPlayer {
  readonly kind: Seated["kind"];
  /** Null leaves an agent's seat open. */
  readonly name: string | null;
  readonly level: number | null;
  readonly connection: string | null;
}

export interface NewTable {
  readonly id: string;
  readonly kind: GameKind;
  readonly players: readonly [NewPlayer, NewPlayer];
  readonly setup: Setup;
  readonly clock: { readonly initialMs: number; readonly incrementMs: number } | null;
  readonly legalMoves: "shown" | "hidden";
  readonly rematchOf: string | null;
  readonly showUi?: boolean;
  /** Who is seated without having asked for it, as the other side of a rematch is. */
  readonly absent?: Seat | null;
  /** The tags of the PGN that the game is read from, where it was played elsewhere. */
  readonly imported?: Readonly<Record<string, string>>;
}

/** Sets a table. Refuses a setup that the rules refuse. */
export function createTable(request: NewTable, now: number): Result<Step> {
  const started = rulesOf(request.kind).start(request.setup);
  if (!started.ok) return started;
  const [first, second] = seatsByKind[request.kind];
  const seated = (seat: Seat, player: NewPlayer): Seated => ({ seat, ...player, generation: 1, illegal: 0 });
  const table: Table = {
    id: request.id,
    kind: request.kind,
    createdAt: now,
    setup: request.setup,
    legalMoves: request.legalMoves,
    seats: [seated(first, request.players[0]), seated(second, request.players[1])],
    state: started.value,
    ply: 0,
    lastMove: null,
    turnSince: now,
    clock: request.clock && newClock(request.clock.initialMs, request.clock.incrementMs),
    absent: request.absent ?? null,
    drawOffer: null,
    declined: null,
    takebackOffer: null,
    showUi: request.showUi ?? false,
    imported: request.imported ?? null,
    analysis: false,
    offeredAt: [-1, -1],
    outcome: null,
    rematchOf: request.rematchOf,
    rematch: null,
  };
  const shown = ({ seat, kind, name, level }: Seated) => ({ seat, kind, name, level });
  const created: GameEvent = {
    type: "gameCreated",
    game: table.kind,
    players: [shown(table.seats[0]), shown(table.seats[1])],
    rematchOf: table.rematchOf,
    ...(table.imported ? { imported: true } : {}),
  };
  return accept({ table: startClock(table, now), events: [created] });
}

/** Clocks run from the moment both players sit. */
function startClock(table: Table, now: number): Table {
  if (statusOf(table) !== "live" || !table.clock || table.absent !== null) return table;
  const running = toMove(table).map((seat) => indexOf(table, seat));
  return { ...table, turnSince: now, clock: pressClock(table.clock, null, running, now) };
}

/** Seats an agent. Refuses when the seat is not open. */
export function takeSeat(table: Table, seat: Seat, name: string, connection: string | null, now: number): Result<Step> {
  if (table.outcome) return gameOver(table);
  if (seatedAt(table, seat).name !== null) return refuse("SEAT_TAKEN", "Both seats are taken");
  const seated = {
    ...withSeat(table, seat, { name, connection }),
    absent: table.absent === seat ? null : table.absent,
  };
  return accept({ table: startClock(seated, now), events: [{ type: "seatTaken", seat, name }] });
}

/** Takes note that the holder of a seat has come; the clocks may have waited for that. */
export function showUp(table: Table, seat: Seat, now: number): Table {
  return table.absent === seat ? startClock({ ...table, absent: null }, now) : table;
}

/** Gives a seat to the connection its holder now speaks over; the log does not care. */
export const rebindSeat = (table: Table, seat: Seat, connection: string | null): Table =>
  withSeat(table, seat, { connection });

/** Opens an agent's seat for somebody else and ends its token. Its clock stands until the seat is taken again. */
export function freeSeat(table: Table, seat: Seat, now: number): Result<Step> {
  if (table.outcome) return gameOver(table);
  const seated = seatedAt(table, seat);
  if (seated.kind !== "agent") return refuse("INVALID_ARGUMENT", `${seatTitle(seat)} is not an agent's seat`);
  if (seated.name === null) return refuse("INVALID_ARGUMENT", `${seatTitle(seat)} is open already`);
  const freed = withSeat(table, seat, { name: null, connection: null, generation: seated.generation + 1 });
  const clock = freed.clock && stopClock(freed.clock, now);
  return accept({ table: { ...freed, clock }, events: [{ type: "seatFreed", seat }] });
}

export interface Play {
  /** The move as the player wrote it. */
  readonly text: string;
  readonly claimWin: boolean;
  readonly claimDraw: boolean;
}

const gameOver = (table: Table): Refusal =>
  refuse("GAME_OVER", `Game is over${table.outcome ? `: ${outcomeText(table.outcome)}` : ""}`);

/** A refusal that the log keeps: the attempt counts against the seat. */
export interface RefusedPlay {
  readonly refusal: Refusal;
  readonly step: Step;
}
export type PlayResult = { readonly played: true; readonly step: Step } | ({ readonly played: false } & RefusedPlay);

/**
 * Plays a move. Checks in this order: the game goes on, it is this seat's turn, the move is legal, the claim is true.
 * A flag that fell before the move ends the game instead.
 */
export function play(table: Table, seat: Seat, move: Play, now: number): PlayResult {
  const refused = (refusal: Refusal, step: Step = { table, events: [] }): PlayResult => ({
    played: false,
    refusal,
    step,
  });
  if (table.outcome) return refused(gameOver(table));
  const fallen = fallFlag(table, now);
  if (fallen) return refused(gameOver(fallen.table), fallen);
  if (!isToMove(table, seat)) return refused(refuse("NOT_YOUR_TURN", "Not your turn"));

  const rules = rulesOf(table.kind);
  const index = indexOf(table, seat);
  const drawOnBoard = move.claimDraw ? rules.claimableDraw(table.state) : null;
  if (drawOnBoard) return { played: true, step: end(table, drawOnBoard, now) };

  const result = rules.play(table.state, seat, move.text);
  if (!result.ok) {
    const text = clip(cleanLine(move.text), NAME_OF_MOVE);
    const counted = withSeat(table, seat, { illegal: table.seats[index].illegal + 1 });
    const event: GameEvent = { type: "moveRefused", seat, text, reason: result.message };
    return refused(result, { table: counted, events: [event] });
  }
  const { state, move: played } = result.value;
  const outcome = rules.outcome(state);
  if (move.claimWin && outcome?.winner !== seat) return refused(wrongWinClaim(table.kind));
  const claimed = move.claimDraw ? rules.claimableDraw(state) : null;
  if (move.claimDraw && !claimed && outcome?.winner !== null) return refused(wrongDrawClaim);

  const still = rules.toMove(state).map((each) => indexOf(table, each));
  // While a seat is open no clock runs, and a move earns nothing.
  const absent = table.absent === seat ? null : table.absent;
  const runs = statusOf(table) === "live" && absent === null;
  const clock = table.clock && (runs ? pressClock(table.clock, index, still, now) : table.clock);
  const ply = table.ply + 1;
  const after: Table = {
    ...table,
    state,
    ply,
    lastMove: played.uci,
    clock,
    absent,
    turnSince: rules.simultaneous && still.length === 1 ? table.turnSince : now,
    // An offer is turned down by moving on (FIDE 9.1.2.1).
    drawOffer: table.drawOffer === seat ? seat : null,
    declined: null,
    takebackOffer: null,
  };
  const event: GameEvent = {
    type: "movePlayed",
    seat,
    ply,
    uci: played.uci,
    san: played.san,
    ms: Math.max(0, Math.round(now - table.turnSince)),
    clock: clock && roundTimes(timesLeft(clock, now)),
  };
  const ending = outcome ?? claimed;
  if (!ending) return { played: true, step: { table: after, events: [event] } };
  const ended = end(after, ending, now);
  return { played: true, step: { table: ended.table, events: [event, ...ended.events] } };
}

/** How much of a refused move the log keeps, in characters. */
const NAME_OF_MOVE = 40;
const roundTimes = ([a, b]: readonly [number, number]) => [Math.round(a), Math.round(b)] as const;

function wrongWinClaim(kind: GameKind): Refusal {
  const name = kind === "chess" ? "Checkmate" : "a Win";
  const end = kind === "chess" ? "result in Checkmate" : "win the game";
  return refuse("CLAIM_FAILED", `Move rejected: You claimed ${name}, but this move does not ${end}.`);
}
const wrongDrawClaim = refuse(
  "CLAIM_FAILED",
  "Move rejected: You claimed a Draw, but this move does not bring about a threefold repetition or complete fifty moves without a capture or pawn move.",
);

function end(table: Table, outcome: Outcome, now: number): Step {
  const over: Table = {
    ...table,
    outcome,
    drawOffer: null,
    takebackOffer: null,
    clock: table.clock && stopClock(table.clock, now),
  };
  return { table: over, events: [{ type: "gameOver", outcome }] };
}

/** Gives the game to the opponent. Refused once it is over. */
export function resign(table: Table, seat: Seat, now: number): Result<Step> {
  if (table.outcome) return gameOver(table);
  const fallen = fallFlag(table, now);
  if (fallen) return accept(fallen);
  return accept(end(table, { winner: otherSeat(table.kind, seat), reason: "resignation" }, now));
}

/**
 * Offers, accepts or declines a draw. Offering while the opponent's offer stands accepts it. One offer a move:
 * a second one before the seat has moved again is refused with `RATE_LIMITED`.
 */
export function answerDraw(
  table: Table,
  seat: Seat,
  answer: "offer" | "accept" | "decline",
  now: number,
): Result<Step> {
  if (table.outcome) return gameOver(table);
  const theirs = table.drawOffer === otherSeat(table.kind, seat);
  if (theirs && answer !== "decline") return accept(end(table, { winner: null, reason: "agreement" }, now));
  if (answer === "accept")
    return refuse("INVALID_ARGUMENT", "There is no draw offer to accept. Use answer=offer to make one");
  if (answer === "decline") {
    if (!theirs) return refuse("INVALID_ARGUMENT", "There is no draw offer to decline");
    const declined = otherSeat(table.kind, seat);
    return accept({ table: { ...table, drawOffer: null, declined }, events: [{ type: "drawDeclined", seat }] });
  }
  if (statusOf(table) === "open") return refuse("GAME_NOT_STARTED", "Nobody sits in the other seat yet");
  const index = indexOf(table, seat);
  // A move of one's own lies between two offers as soon as two plies have passed, or one where both choose at once.
  if (table.drawOffer === seat)
    return refuse("RATE_LIMITED", "Your draw offer already stands. Play on or wait for the answer");
  if (table.offeredAt[index] >= 0 && table.ply - table.offeredAt[index] < 2)
    return refuse("RATE_LIMITED", "You have offered a draw for this move already. Make a move before you offer again");
  const offeredAt: [number, number] = [table.offeredAt[0], table.offeredAt[1]];
  offeredAt[index] = table.ply;
  return accept({
    table: { ...table, drawOffer: seat, declined: null, offeredAt },
    events: [{ type: "drawOffered", seat }],
  });
}

/** What is needed of the moves so far to go back to an earlier position. */
export interface PastMove {
  readonly seat: Seat;
  readonly uci: string;
  readonly clock: readonly [number, number] | null;
}

/** The ply at which a seat made its last move, or null when there is none to take back. */
function takebackPly(table: Table, seat: Seat, moves: readonly PastMove[]): number | null {
  if (rulesOf(table.kind).simultaneous) return null;
  const index = moves.findLastIndex((move) => move.seat === seat);
  return index < 0 ? null : index;
}

/**
 * Asks to take back the seat's last move (and what followed it), or answers such a request. Asking while the opponent
 * asks, too, accepts. Against the computer it happens at once. Refused when there is nothing to take back, where both
 * sides choose at once, and when the game is over.
 */
export function answerTakeback(
  table: Table,
  seat: Seat,
  answer: "offer" | "accept" | "decline",
  moves: readonly PastMove[],
  now: number,
): Result<Step> {
  if (table.outcome) return gameOver(table);
  const opponent = opponentOf(table, seat);
  const theirs = table.takebackOffer === opponent.seat;
  if (theirs && answer !== "decline") return goBack(table, opponent.seat, moves, now);
  if (answer === "accept") return refuse("INVALID_ARGUMENT", "Nobody asks to take a move back");
  if (answer === "decline") {
    if (!theirs) return refuse("INVALID_ARGUMENT", "Nobody asks to take a move back");
    const declined: Table = { ...table, takebackOffer: null, declined: opponent.seat };
    return accept({ table: declined, events: [{ type: "takebackDeclined", seat }] });
  }
  if (takebackPly(table, seat, moves) === null)
    return refuse("INVALID_ARGUMENT", "There is no move of yours that could be taken back");
  if (opponent.kind === "computer") return goBack(table, seat, moves, now);
  if (table.takebackOffer === seat)
    return refuse("RATE_LIMITED", "You have asked already. Wait for the answer or play on");
  if (table.declined === seat) return refuse("RATE_LIMITED", "That was declined. Make a move before you ask again");
  return accept({ table: { ...table, takebackOffer: seat }, events: [{ type: "takebackOffered", seat }] });
}

function goBack(table: Table, asker: Seat, moves: readonly PastMove[], now: number): Result<Step> {
  const ply = takebackPly(table, asker, moves);
  const rules = rulesOf(table.kind);
  const started = rules.start(table.setup);
  if (ply === null || !started.ok) return refuse("INVALID_ARGUMENT", "There is no move that could be taken back");
  let state = started.value;
  for (const move of moves.slice(0, ply)) {
    const played = rules.play(state, move.seat, move.uci);
    if (!played.ok) return played;
    state = played.value.state;
  }
  const times = moves[ply - 1]?.clock;
  const back: Table = {
    ...table,
    state,
    ply,
    lastMove: moves[ply - 1]?.uci ?? null,
    turnSince: now,
    drawOffer: null,
    declined: null,
    takebackOffer: null,
    offeredAt: [-1, -1],
    clock: table.clock && {
      ...newClock(table.clock.initialMs, table.clock.incrementMs),
      ...(times ? { left: times } : {}),
    },
  };
  return accept({ table: startClock(back, now), events: [{ type: "movesTakenBack", seat: asker, ply }] });
}

/** Shows or hides the evaluation while players are at it; the log keeps who could have looked. */
export function switchAnalysis(table: Table, on: boolean): Result<Step> {
  if (table.analysis === on) return accept({ table, events: [] });
  return accept({ table: { ...table, analysis: on }, events: [{ type: "analysisSwitched", on }] });
}

/** Ends the game when a flag has fallen: a win for the opponent, or a draw where no legal play lets it win (FIDE 6.9). */
export function fallFlag(table: Table, now: number): Step | null {
  if (table.outcome || !table.clock) return null;
  const flag = nextFlag(table.clock);
  if (!flag || flag.at > now) return null;
  const winner = otherSeat(table.kind, table.seats[flag.seat].seat);
  const canWin = rulesOf(table.kind).canWin(table.state, winner);
  const outcome: Outcome = canWin ? { winner, reason: "time" } : { winner: null, reason: "time-against-bare-material" };
  return end(table, outcome, flag.at);
}

/** Takes up a game after the host was down from `from` to `now`: the gap is charged to nobody, and the log says so. */
export function resume(table: Table, from: number, now: number): Step | null {
  if (table.outcome || statusOf(table) !== "live") return null;
  const fallen = fallFlag(table, from);
  if (fallen) return fallen;
  const clock: Clock | null = table.clock && skipGap(table.clock, from, now);
  const gap = Math.max(0, Math.round(now - from));
  return {
    table: { ...table, clock, turnSince: table.turnSince + gap },
    events: [{ type: "hostResumed", downMs: gap }],
  };
}
