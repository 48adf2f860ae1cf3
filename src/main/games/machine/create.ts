import { definitionOf } from "../../../games/register.ts";
import type { GameEvent } from "../../../shared/events.ts";
import { accept, type Result } from "../../../shared/result.ts";
import type { Seat } from "../../../shared/terms.ts";
import { newClock, type TimeControl } from "./clock.ts";
import {
  drawAll,
  drawsMade,
  type GameState,
  movesByItself,
  type SeatState,
  type Step,
  statusOf,
} from "./game-state.ts";
import { startClock } from "./seats.ts";

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
