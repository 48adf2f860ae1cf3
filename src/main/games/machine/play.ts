import { claimableDraw } from "../../../games/game.ts";
import { addedCounts, type Causes } from "../../../shared/causes.ts";
import type { Effort, GameEvent } from "../../../shared/events.ts";
import { accept, invalid, type Refusal, type Result, refuse } from "../../../shared/result.ts";
import type { Outcome, Seat } from "../../../shared/terms.ts";
import { cleanLine, clip } from "../../../shared/text.ts";
import type { Thoughts } from "../../../shared/thoughts.ts";
import type { LostMove } from "../live-game.ts";
import { nextFlag, pressClock, skipGap, stopClock, timesIn } from "./clock.ts";
import {
  clockWaits,
  drawAll,
  drawsMade,
  type GameState,
  gameOver,
  indexOf,
  isToMove,
  kindOf,
  movesMade,
  opponentSeat,
  rulesOf,
  type Step,
  seatedAt,
  statusOf,
  withSeat,
} from "./game-state.ts";
import { CUT_SHORT, leagueRefusal } from "./rights.ts";

/** Most characters of a refused move that the log keeps. */
const KEPT_OF_MOVE = 40;

/** The state with more refused moves of a seat, by their kinds. */
function withIllegal(state: GameState, seat: Seat, kinds: Causes): GameState {
  const { illegal, illegalKinds } = seatedAt(state, seat);
  return withSeat(state, seat, { illegal: illegal + countOf(kinds), illegalKinds: addedCounts(illegalKinds, kinds) });
}

/** The number of refused moves of all kinds. */
export const countOf = (kinds: Causes): number => Object.values(kinds).reduce((sum, each) => sum + each, 0);

/** The game after a refused move: it counts against its seat, and may lose a league's game. */
export function withRefused(state: GameState, seat: Seat, text: string, refusal: Refusal, now: number): Step {
  const kind = refusal.illegal ?? "notation";
  const withCounts = withIllegal(state, seat, { [kind]: 1 });
  const excerpt = clip(cleanLine(text), KEPT_OF_MOVE);
  const event: GameEvent = { type: "moveRefused", seat, text: excerpt, reason: refusal.message, kind };
  const most = state.league?.maxIllegal ?? Number.POSITIVE_INFINITY;
  if (seatedAt(withCounts, seat).illegal < most) return { state: withCounts, events: [event] };
  // In the step of the refusal itself: a call right behind it is too late.
  const over = endGame(withCounts, { winner: opponentSeat(state, seat), reason: "illegal-moves" }, now);
  return { state: over.state, events: [event, ...over.events] };
}

/** Adds to a step the refused moves before it that the log does not keep one by one: they count against their seats. */
export function withCounted({ state, events }: Step, counts: ReadonlyMap<Seat, Causes>): Step {
  let result = state;
  const before: GameEvent[] = [];
  for (const [seat, kinds] of counts) {
    result = withIllegal(result, seat, kinds);
    before.push({ type: "movesRefused", seat, count: countOf(kinds), kinds });
  }
  return { state: result, events: [...before, ...events] };
}

export interface Play {
  /** The move as the player wrote it. */
  readonly text: string;
  readonly claimWin?: boolean | undefined;
  readonly claimDraw?: boolean | undefined;
  /** Whether the move comes from a record; then it may go on where our rules see no seat to move. */
  readonly isRecord?: boolean;
  /** The move's cost beside time; absent for none, as of most moves that are the player's own. */
  readonly effort?: Effort | undefined;
  /** Its time in milliseconds, where that was measured elsewhere. */
  readonly ms?: number | undefined;
  /** The player's remarks about the move, as JSON. */
  readonly metadata?: string | undefined;
  /** Its own reasons for the move; absent for nothing. */
  readonly thoughts?: Thoughts | undefined;
}

/** A refusal may have a step of its own: the log keeps refused moves, and they count against the seat. */
type PlayResult =
  | { readonly isPlayed: true; readonly step: Step }
  | { readonly isPlayed: false; readonly refusal: Refusal; readonly step: Step | null };

/**
 * Plays a move. Checks in this order: the game goes on, it is this seat's turn, the move is legal, the claim is true.
 * A flag that fell before the move ends the game instead. The draws that are due after it belong to its step.
 */
export function play(state: GameState, seat: Seat, move: Play, now: number): PlayResult {
  const refusal = (refusal: Refusal, step: Step | null = null): PlayResult => ({ isPlayed: false, refusal, step });
  if (state.outcome) return refusal(gameOver(state));
  const flagFall = fallFlag(state, now);
  if (flagFall) return refusal(gameOver(flagFall.state), flagFall);
  if (!move.isRecord && !isToMove(state, seat)) return refusal(refuse("NOT_YOUR_TURN", "Not your turn"));

  const definition = kindOf(state);
  const { rules, claims, simultaneous } = definition;
  if ((move.claimWin || move.claimDraw) && !claims)
    return refusal(invalid("Nothing is claimed in this game. Make the move without a claim: the game ends by itself"));
  const index = indexOf(state, seat);
  const result =
    (move.isRecord ? rules.replay : null)?.(state.position, seat, move.text) ??
    rules.play(state.position, seat, move.text);
  if (!result.ok) return refusal(result, withRefused(state, seat, move.text, result, now));
  const drawOnBoard = move.claimDraw ? claimableDraw(definition, state.position) : null;
  if (drawOnBoard) return { isPlayed: true, step: endGame(state, drawOnBoard, now) };
  const { move: newMove } = result.value;
  const start = result.value.state;
  const { position, draws, chance } = rules.chance ? drawAll(rules, state.chance, start) : { position: start };
  const outcome = rules.outcome(position);
  if (claims && move.claimWin && outcome?.winner !== seat) return refusal(wrongClaim(claims.win.name, claims.win.deed));
  // Tournament managers declare a draw that no player of the game has a way to claim.
  const declares = !move.isRecord && state.seats.every(({ driven }) => driven);
  const claim = move.claimDraw || declares ? claimableDraw(definition, position) : null;
  if (claims && move.claimDraw && !claim && outcome?.winner !== null)
    return refusal(wrongClaim("a Draw", claims.draw.deed));

  const still = rules.toMove(position).map((each) => indexOf(state, each));
  // While a seat is open no clock runs, and a move earns nothing.
  const absent = state.absent === seat ? null : state.absent;
  const ply = state.ply + 1 + (draws?.length ?? 0);
  const runs = statusOf(state) === "live" && absent === null && !clockWaits({ ...state, ply, chance });
  const starts = runs && state.clock !== null && clockWaits(state);
  // A turn before which a person may sit down has not begun yet; the time until then is nobody's.
  const since = Math.max(now, state.turnSince);
  // A move without a running clock earns no increment.
  const clock = state.clock && (runs ? pressClock(state.clock, starts ? null : index, still, since) : state.clock);
  const after: GameState = {
    ...(seatedAt(state, seat).missed > 0 ? withSeat(state, seat, { missed: 0 }) : state),
    position,
    ply,
    ...(chance ? { chance } : {}),
    lastMove: newMove.code,
    clock,
    absent,
    turnSince: simultaneous && still.length === 1 ? state.turnSince : since,
    // An offer is turned down by moving on (FIDE 9.1.2.1).
    drawOffer: state.drawOffer === seat ? seat : null,
    declined: null,
    takebackOffer: null,
    takebackDeclined: null,
  };
  const { thoughts } = move;
  const against = thoughts && definition.contradictions?.(state.position, result.value, thoughts.text);
  const event: GameEvent = {
    type: "movePlayed",
    seat,
    ply: state.ply + 1,
    code: newMove.code,
    text: newMove.text,
    ms: move.ms ?? Math.max(0, Math.round(now - state.turnSince)),
    clock: clock && timesIn(clock, now),
    ...(move.effort ? { effort: move.effort } : {}),
    ...(move.metadata === undefined ? {} : { metadata: move.metadata }),
    ...(thoughts && { thoughts: { ...thoughts, contradictions: against?.length ? against : undefined } }),
  };
  const events: GameEvent[] = [event, ...(draws ? drawsMade(after, draws, now) : [])];
  if (starts) events.push({ type: "clocksStarted" });
  const ending = outcome ?? claim ?? drawByLength(after);
  if (!ending) return { isPlayed: true, step: { state: after, events } };
  const closing = endGame(after, ending, now);
  return { isPlayed: true, step: { state: closing.state, events: [...events, ...closing.events] } };
}

/** The draw of a league's game that has reached the longest length: with its last move, so that nobody moves on. */
const drawByLength = (state: GameState): Outcome | null =>
  movesMade(state) >= 2 * (state.league?.longestGame ?? Number.POSITIVE_INFINITY)
    ? { winner: null, reason: CUT_SHORT }
    : null;

const wrongClaim = (name: string, deed: string): Refusal =>
  refuse("CLAIM_FAILED", `Move rejected: You claimed ${name}, but this move does not ${deed}.`);

/** Ends a game; offers and clocks end with it. */
export function endGame(state: GameState, outcome: Outcome, now: number): Step {
  const over: GameState = {
    ...state,
    outcome,
    endedAt: now,
    drawOffer: null,
    takebackOffer: null,
    clock: state.clock && stopClock(state.clock, now),
  };
  return { state: over, events: [{ type: "gameOver", outcome }] };
}

/** The answer to an act in a game that is over, or ends by a flag that fell before; null where it goes on. */
export function overBefore(state: GameState, now: number): Result<Step> | null {
  if (state.outcome) return gameOver(state);
  const flagFall = fallFlag(state, now);
  return flagFall && accept(flagFall);
}

/** Gives the game to the opponent. Refused once it is over. */
export const resign = (state: GameState, seat: Seat, now: number): Result<Step> =>
  overBefore(state, now) ?? accept(endGame(state, { winner: opponentSeat(state, seat), reason: "resignation" }, now));

/** Milliseconds of silence after which an agent counts as gone, where no clock decides. */
const STALLED_MS = 2 * 60_000;

/** Whether only agents are to move, and have not for a while, without a clock that would end it. */
const isStalled = (state: GameState, now: number): boolean =>
  state.clock === null &&
  now - state.turnSince >= STALLED_MS &&
  state.seats.every(({ kind, seat }) => kind === "agent" || !isToMove(state, seat));

/**
 * Ends a game without a result, for a person who cannot resign it: one in which they do not sit, that has not begun for
 * both, or in which an agent left them alone. Refuses any other, and a league's, which the league ends.
 */
export function callOff(state: GameState, now: number): Result<Step> {
  const refusal = overBefore(state, now) ?? leagueRefusal(state, "callOff");
  if (refusal) return refusal;
  if (state.seats.some(({ kind }) => kind === "human") && movesMade(state) >= 2 && !isStalled(state, now))
    return invalid("You play in this game. Resign, or offer a draw");
  return accept(endGame(state, { winner: null, reason: "unfinished" }, now));
}

/** Ends the game when a flag has fallen: a win for the opponent, or a draw where no legal play lets it win (FIDE 6.9). */
export function fallFlag(state: GameState, now: number): Step | null {
  if (state.outcome || !state.clock) return null;
  const flag = nextFlag(state.clock);
  if (!flag || flag.at > now) return null;
  const winner = opponentSeat(state, state.seats[flag.seat].seat);
  const canWin = rulesOf(state).canWin(state.position, winner);
  const outcome: Outcome = canWin ? { winner, reason: "time" } : { winner: null, reason: "time-against-bare-material" };
  return endGame(state, outcome, flag.at);
}

/**
 * Goes on after nobody could play from `from` to `now`, since the host was down or, with a seat, its driver had
 * to wait for others: the gap is charged to nobody, and the log says so.
 */
export function resumeClock(state: GameState, from: number, now: number, waited?: Seat): Step | null {
  if (state.outcome || statusOf(state) !== "live") return null;
  const flagFall = fallFlag(state, from);
  if (flagFall) return flagFall;
  // A driver waits for others within its turn alone.
  const start = waited ? Math.max(from, state.turnSince) : from;
  const gap = Math.max(0, Math.round(now - start));
  return {
    state: {
      ...state,
      clock: state.clock && skipGap(state.clock, start, now, waited ? [indexOf(state, waited)] : undefined),
      turnSince: state.turnSince + gap,
    },
    events: [{ type: "hostResumed", downMs: gap, ...(waited ? { waited } : {}) }],
  };
}

/** Most other games that a game's record names. */
const MOST_SHARED = 5;

/** Notes that a position was on another board as well. Null where that game is named already, or enough are. */
export function noteSharedPosition(state: GameState, ply: number, game: string): Step | null {
  const { shared = [] } = state;
  if (shared.length >= MOST_SHARED || shared.some((position) => position.game === game)) return null;
  return {
    state: { ...state, shared: [...shared, { ply, game }] },
    events: [{ type: "positionShared", ply, game }],
  };
}

/**
 * Shows or hides the evaluation during a game; the log says who could have looked. Null where nothing changes. Refuses
 * to show it in a league's game that goes on.
 */
export function switchAnalysis(state: GameState, on: boolean): Result<Step | null> {
  const refusal = on && !state.outcome ? leagueRefusal(state, "showEvaluation") : null;
  if (refusal || state.analysis === on) return refusal ?? accept(null);
  return accept({ state: { ...state, analysis: on }, events: [{ type: "analysisSwitched", on }] });
}

/**
 * Deletes a finished game from all lists. Null where it is deleted already. Refuses an unfinished one, and a league's,
 * whose table depends on its games.
 */
export function deleteGame(state: GameState, now: number): Result<Step | null> {
  if (state.deletedAt !== null) return accept(null);
  if (!state.outcome) return invalid("The game is still going on. End it before you delete it");
  const refusal = leagueRefusal(state, "deleteGame");
  if (refusal) return refusal;
  return accept({ state: { ...state, deletedAt: now }, events: [{ type: "gameDeleted" }] });
}

/** Restores a deleted game. Null where it is not deleted. */
export const restoreGame = (state: GameState): Step | null =>
  state.deletedAt === null ? null : { state: { ...state, deletedAt: null }, events: [{ type: "gameRestored" }] };

/** A move that did not come, and the known reasons. */
export type MissedMove = Omit<LostMove, "type">;

/** A move that its player gives up. */
export interface GivenUp {
  /** The cost of the failed attempt, and the reason why no move came. */
  readonly effort: Effort;
  /** Whether its time was over. */
  readonly late: boolean;
}

/** A referee's decision on a game: to end it, or to make a move that was missed. */
export type Ruling =
  | {
      readonly kind: "end";
      readonly outcome: Outcome;
      /** The move that loses it, where there is more to say than that it was late. */
      readonly missed?: MissedMove;
    }
  | { readonly kind: "move"; readonly missed: MissedMove; readonly text: string };

/** The game after a ruling. Null where it is over, the seat is not to move, or the move is not legal. */
export function applyRuling(state: GameState, ruling: Ruling, now: number): Step | null {
  if (state.outcome) return null;
  if (ruling.kind === "end") {
    const over = endGame(state, ruling.outcome, now);
    return ruling.missed ? { ...over, events: [{ type: "moveMissed", ...ruling.missed }, ...over.events] } : over;
  }
  const { seat, effort } = ruling.missed;
  if (!isToMove(state, seat)) return null;
  const { missed } = seatedAt(state, seat);
  const result = play(state, seat, { text: ruling.text, effort }, now);
  if (!result.isPlayed) return null;
  const { state: after, events } = result.step;
  return { state: withSeat(after, seat, { missed: missed + 1 }), events };
}
