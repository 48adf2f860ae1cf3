import { definitionOf } from "../../../games/register.ts";
import type { GameEvent } from "../../../shared/events.ts";
import { accept, invalid, type Result, refuse } from "../../../shared/result.ts";
import { type PlayerKind, type Seat, seatTitle } from "../../../shared/terms.ts";
import { newClock, pressClock, stopClock, type TimeControl } from "./clock.ts";
import {
  clockWaits,
  drawAll,
  drawsMade,
  type GameState,
  gameOver,
  indexOf,
  movesByItself,
  type SeatState,
  type Step,
  seatedAt,
  statusOf,
  toMove,
  withSeat,
} from "./game-state.ts";
import { overBefore } from "./play.ts";
import { leagueRefusal } from "./rights.ts";

/**
 * The player who is to take a seat: without a `name` an agent's seat is open, without a `view` positions are written for
 * it as the whole table of squares, and without a `generation` it is the first holder.
 */
export type NewPlayer = Pick<SeatState, "kind" | "name" | "settings" | "connection"> &
  Partial<Pick<SeatState, "view" | "generation">>;

/** Least milliseconds for a move when only drivers play, so that people can watch. */
const WATCHABLE_MS = 800;

/**
 * A game to be created. Its `options` are as the game's schema read them; `absent` is the seat that is taken on behalf
 * of a player who has not asked for it, as the other side of a rematch is.
 */
export interface GameRequest
  extends Pick<GameState, "id" | "kind" | "options" | "legalMoves" | "rematchOf">,
    Partial<
      Pick<GameState, "league" | "showUi" | "playersMayAnalyse" | "openThoughts" | "absent" | "imported" | "study">
    > {
  readonly players: readonly [NewPlayer, NewPlayer];
  /** The key of its draws by chance; needed by games with chance alone. */
  readonly secret?: string | undefined;
  readonly clock: TimeControl | null;
  /** Milliseconds until the first turn begins, in which a person can sit down; 0 where left out. */
  readonly sitDownMs?: number | undefined;
  /** `watchable` (the default) delays moves where two drivers play; `none` does not. */
  readonly pace?: "watchable" | "none";
}

/** Creates a game, with the draws that come before its first move. Refuses options that the rules refuse. */
export function createGame(request: GameRequest, now: number): Result<Step> {
  const definition = definitionOf(request.kind);
  const { rules } = definition;
  const before = rules.start(request.options);
  if (!before.ok) return before;
  const secret = rules.chance && request.secret;
  const { position, draws, chance } = drawAll(rules, secret ? { secret, draws: 0, since: 0 } : undefined, before.value);
  const [first, second] = definition.seats;
  const start = now + (request.sitDownMs ?? 0);
  const seatStateOf = (seat: Seat, player: NewPlayer): SeatState => ({
    ...player,
    seat,
    view: player.view ?? "full",
    driven: movesByItself[player.kind],
    generation: player.generation ?? 1,
    formerConnection: null,
    illegal: 0,
    missed: 0,
  });
  const [one, other] = [seatStateOf(first, request.players[0]), seatStateOf(second, request.players[1])];
  const { clock } = request;
  // A person finds the game first, unless a league starts the clocks for both. The person's engine starts first.
  const isAwaited = ({ kind, settings }: NewPlayer) =>
    kind === "human" ? !request.league : settings.engine !== undefined;
  const state: GameState = {
    id: request.id,
    kind: request.kind,
    createdAt: now,
    startedAt: null,
    endedAt: null,
    options: request.options,
    legalMoves: request.legalMoves,
    seats: [one, other],
    position,
    ply: draws.length,
    ...(chance ? { chance } : {}),
    lastMove: null,
    turnSince: start,
    clock: clock && newClock(clock.initialMs, clock.incrementMs, clock.secondMs),
    clockFrom: request.players.some(isAwaited) ? "moves" : "seated",
    paceMs: request.pace !== "none" && one.driven && other.driven ? WATCHABLE_MS : 0,
    absent: request.absent ?? null,
    drawOffer: null,
    declined: null,
    takebackOffer: null,
    takebackDeclined: null,
    showUi: request.showUi ?? null,
    imported: request.imported ?? null,
    study: request.study ?? null,
    analysis: false,
    review: null,
    playersMayAnalyse: request.playersMayAnalyse ?? false,
    // Thoughts would tell what is hidden.
    ...(request.openThoughts && !rules.conceals ? { openThoughts: true } : {}),
    unrated: false,
    offeredAt: [-1, -1],
    outcome: null,
    deletedAt: null,
    league: request.league ?? null,
    rematchOf: request.rematchOf,
    rematch: null,
  };
  const playerOf = ({ seat, kind, name, settings }: SeatState) => ({ seat, kind, name, level: settings.level ?? null });
  const event: GameEvent = {
    type: "gameCreated",
    game: state.kind,
    players: [playerOf(one), playerOf(other)],
    rematchOf: state.rematchOf,
    ...(state.imported ? { imported: true } : {}),
    ...(state.playersMayAnalyse ? { analysis: true } : {}),
    ...(start > now ? { sitDownMs: start - now } : {}),
  };
  const current = statusOf(state) === "live" ? { ...state, startedAt: now } : state;
  const started = startClock(current, start);
  return accept({ state: started, events: [event, ...drawsMade(started, draws, start)] });
}

/** Clocks run from the moment both players sit, or, where they wait for that, have made their first move. */
export function startClock(state: GameState, now: number): GameState {
  if (statusOf(state) !== "live" || !state.clock || state.absent !== null || clockWaits(state)) return state;
  const running = toMove(state).map((seat) => indexOf(state, seat));
  return { ...state, turnSince: now, clock: pressClock(state.clock, null, running, now) };
}

/** The game once somebody new sits in a seat: nobody waits for it any more, and both may be there for the first time. */
const occupySeat = (state: GameState, seat: Seat, now: number): GameState => ({
  ...state,
  absent: state.absent === seat ? null : state.absent,
  startedAt: state.startedAt ?? (statusOf(state) === "live" ? now : null),
});

/** Seats an agent. Refuses when the seat is not open. */
export function takeSeat(
  state: GameState,
  seat: Seat,
  name: string,
  connection: string | null,
  now: number,
): Result<Step> {
  if (state.outcome) return gameOver(state);
  if (seatedAt(state, seat).name !== null) return refuse("SEAT_TAKEN", "Both seats are taken");
  const occupation = occupySeat(withSeat(state, seat, { name, connection }), seat, now);
  return accept({ state: startClock(occupation, now), events: [{ type: "seatTaken", seat, name }] });
}

/**
 * Notes that the holder of a seat has come back, over this connection where one is given: the clocks may have waited
 * for that. Null where nothing changes.
 */
export function returnToSeat(state: GameState, seat: Seat, connection: string | null, now: number): Step | null {
  const seatState = seatedAt(state, seat);
  const moves = seatState.kind === "agent" && connection !== null && seatState.connection !== connection;
  const wasAbsent = state.absent === seat;
  if (!moves && !wasAbsent) return null;
  const bound = moves ? withSeat(state, seat, { connection }) : state;
  const present = wasAbsent ? startClock({ ...bound, absent: null }, now) : bound;
  return { state: present, events: [{ type: "holderReturned", seat }] };
}

/** The game after an agent has left a seat: its token ends, with its offers and requests. */
function vacateSeat(state: GameState, seat: Seat): GameState {
  const { connection, formerConnection, generation } = seatedAt(state, seat);
  const [first, second] = state.offeredAt;
  const unlessOwn = (by: Seat | null) => (by === seat ? null : by);
  return {
    ...withSeat(state, seat, {
      name: null,
      connection: null,
      formerConnection: connection ?? formerConnection,
      generation: generation + 1,
    }),
    drawOffer: unlessOwn(state.drawOffer),
    declined: unlessOwn(state.declined),
    takebackOffer: unlessOwn(state.takebackOffer),
    takebackDeclined: unlessOwn(state.takebackDeclined),
    offeredAt: indexOf(state, seat) === 0 ? [-1, second] : [first, -1],
  };
}

/**
 * Opens an agent's seat for somebody else; its token and its offers end. Its clock stops until the seat is taken again.
 */
export function freeSeat(state: GameState, seat: Seat, now: number): Result<Step> {
  if (state.outcome) return gameOver(state);
  const refusal = leagueRefusal(state, "freeSeat");
  if (refusal) return refusal;
  const seatState = seatedAt(state, seat);
  if (seatState.kind !== "agent") return invalid(`${seatTitle(seat)} is not an agent's seat`);
  if (seatState.name === null) return invalid(`${seatTitle(seat)} is open already`);
  const vacancy = vacateSeat(state, seat);
  const clock = vacancy.clock && stopClock(vacancy.clock, now);
  return accept({ state: { ...vacancy, clock }, events: [{ type: "seatFreed", seat }] });
}

/**
 * Ends all proofs of who holds a seat of a league's game: the entrant's place has a new token, by which its agent comes
 * back to it. Null where the seat is of that generation or a later one already.
 */
export function reissueSeat(state: GameState, seat: Seat, generation: number): Step | null {
  const { connection, formerConnection, generation: before } = seatedAt(state, seat);
  if (state.outcome || !state.league || before >= generation) return null;
  const change = { generation, connection: null, formerConnection: connection ?? formerConnection };
  return { state: withSeat(state, seat, change), events: [{ type: "seatReissued", seat }] };
}

/** The player who is to take over an agent's seat. */
export interface Successor {
  readonly kind: Exclude<PlayerKind, "agent">;
  readonly name: string;
  readonly settings: SeatState["settings"];
}

/**
 * Gives an agent's seat to the person or to the computer, which play on from the current position; the agent's token
 * and its offers end. Refuses a seat that is no agent's, and a league's.
 */
export function handOver(state: GameState, seat: Seat, to: Successor, now: number): Result<Step> {
  const refusal = overBefore(state, now) ?? leagueRefusal(state, "handOver");
  if (refusal) return refusal;
  if (seatedAt(state, seat).kind !== "agent") return invalid(`${seatTitle(seat)} is not an agent's seat`);
  const wasLive = statusOf(state) === "live" && state.absent === null;
  const change = { ...to, driven: movesByItself[to.kind], view: "full", missed: 0 } as const;
  const next = occupySeat(withSeat(vacateSeat(state, seat), seat, change), seat, now);
  const { kind, name, settings } = to;
  return accept({
    state: wasLive ? next : startClock(next, now),
    events: [{ type: "seatHandedOver", seat, kind, name, level: settings.level ?? null }],
  });
}
