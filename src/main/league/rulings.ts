import type { Effort } from "../../shared/events.ts";
import type { Outcome, Seat } from "../../shared/terms.ts";
import { courseOf } from "../games/game-aggregate.ts";
import type { LiveGame } from "../games/live-game.ts";
import { timeControl } from "../games/machine/clock.ts";
import * as games from "../games/machine/game-state.ts";
import type { GivenUp, MissedMove, Ruling } from "../games/machine/play.ts";
import { CUT_SHORT } from "../games/machine/rights.ts";
import type { GameRequest, NewPlayer } from "../games/machine/seats.ts";
import { effortOf } from "../players/driver.ts";
import { isDeterministic } from "../players/drivers.ts";
import * as machine from "./machine/league.ts";
import { gameSecret, randomFor, seatSeed } from "./machine/random.ts";
import { sideFigures } from "./machine/side-figures.ts";

/** Milliseconds between the start of a game of a league and its first turn, where a person plays: time to sit down. */
const SIT_DOWN_MS = 10_000;

/** Whether a player meets each game afresh, so that it cannot know the draws of a game from an earlier one. */
const remembersNothing = ({ kind }: machine.Entrant): boolean => ["strategy", "computer", "llm"].includes(kind);

/** The request for a game of a match, which shares its draws by chance with the other of its pair if nobody remembers them. */
export function gameRequestOf(
  league: machine.League,
  match: machine.Match,
  game: machine.MatchGame,
): Omit<GameRequest, "id"> | null {
  const { settings, id, openings } = league;
  const both = machine.playersOf(league, match);
  if (!both) return null;
  const [a, b] = both;
  const [one, other] = game.first === "a" ? [a, b] : [b, a];
  const number = match.games.indexOf(game) + 1;
  const opening = game.opening === null ? undefined : openings[game.opening - 1];
  const player = ({ kind, name, settings: own, identity, generation }: machine.Entrant, place: 0 | 1): NewPlayer => ({
    kind: kind === "agent" || kind === "human" ? kind : "computer",
    name,
    settings: {
      ...own,
      ...(kind === "strategy" ? { seed: seatSeed(settings, match.number, number, place) } : {}),
      entrant: identity,
    },
    connection: null,
    generation,
  });
  return {
    kind: settings.game,
    players: [player(one, 0), player(other, 1)],
    options: opening ? { ...settings.options, ...opening.options } : settings.options,
    clock: settings.clock && {
      ...timeControl(settings.clock),
      ...(game.armageddon
        ? { secondMs: Math.round(1_000 * settings.clock.initial_seconds * (settings.decider?.time_odds ?? 1)) }
        : {}),
    },
    legalMoves: settings.legal_moves,
    rematchOf: null,
    secret: gameSecret(settings, match.number, both.every(remembersNothing) ? number - ((number - 1) % 2) : number),
    pace: "none",
    ...(both.some(({ kind }) => kind === "human") && (settings.clock || settings.move_seconds)
      ? { sitDownMs: SIT_DOWN_MS }
      : {}),
    league: {
      id,
      match: match.number,
      game: number,
      ...(settings.move_seconds === null ? {} : { moveMs: 1_000 * settings.move_seconds }),
      ...(settings.max_illegal === null ? {} : { maxIllegal: settings.max_illegal }),
      ...(settings.longest_game === null ? {} : { longestGame: settings.longest_game }),
      mostByLot: settings.most_by_lot,
      ...(both.every((each) => isDeterministic(settings.game, each.kind, each.settings))
        ? { deterministic: true }
        : {}),
      entrants: [one.number, other.number],
      ...(opening ? { opening: opening.name } : {}),
      ...(game.armageddon ? { armageddon: true } : {}),
    },
  };
}

const specialTerminations: Readonly<Record<string, machine.Termination>> = {
  "time-against-bare-material": "time",
  [CUT_SHORT]: "cut-short",
};
/** The termination of a game, in the league's terms. */
export const terminationIn = ({ reason }: Pick<Outcome, "reason">): machine.Termination =>
  specialTerminations[reason] ?? machine.terminations.find((each) => each === reason) ?? "normal";

/** The result of a game that cannot be read: it counts for neither side. */
export const unreadableResult: machine.GameResult = {
  winner: null,
  reason: machine.UNREAD,
  termination: "adjudicated",
  ...machine.noMoves,
};

/** The result of a finished game; null for an unfinished one. */
export function resultOf({ state, moves, lostBy }: LiveGame, game: machine.MatchGame): machine.GameResult | null {
  const { outcome } = state;
  if (!outcome) return null;
  const sides: readonly machine.Side[] = ["a", "b"];
  const seatOf = (side: machine.Side) => state.seats[machine.seatIndexOf(game, side)];
  const own = (side: machine.Side) => moves.filter(({ seat }) => seat === seatOf(side).seat);
  const both = <T>(of: (side: machine.Side) => T): readonly [T, T] => [of("a"), of("b")];
  const opening = games.kindOf(state).openings?.of(
    state.options,
    moves.map(({ code }) => code),
  );
  const course = courseOf(state, () => moves);
  const { margin, reasons } = games.kindOf(state);
  const won = margin && Object.hasOwn(reasons, outcome.reason) ? margin(state.position) : null;
  return {
    winner: sides.find((side) => outcome.winner === seatOf(side).seat) ?? null,
    reason: outcome.reason,
    termination: terminationIn(outcome),
    moves: both((side) => own(side).length),
    ms: both((side) => own(side).reduce((sum, { ms }) => sum + ms, 0)),
    illegal: both((side) => seatOf(side).illegal),
    figures: both((side) => {
      const { seat, illegalKinds } = seatOf(side);
      return sideFigures(own(side), lostBy?.seat === seat ? [lostBy.effort] : [], illegalKinds);
    }),
    ...(opening ? { opening } : {}),
    ...(won === null ? {} : { margin: game.first === "a" ? won : 0 - won }),
    ...(course === null ? {} : { course }),
  };
}

const end = (winner: Seat | null, reason: string, missedMove?: MissedMove): Ruling => ({
  kind: "end",
  outcome: { winner, reason },
  ...(missedMove ? { missed: missedMove } : {}),
});

/** Whether a seat loses by the next move that it misses. */
const losesByAMiss = ({ missed_move, misses }: machine.LeagueSettings, state: games.GameState, seat: Seat): boolean =>
  missed_move === "forfeit" || games.seatedAt(state, seat).missed >= misses;

/** The time at which the awaited move is late by its league's rules, in milliseconds since 1970; null for never. */
export function lateAt(league: machine.League, { turnSince }: games.GameState): number | null {
  const { move_seconds } = league.settings;
  return move_seconds === null || machine.isHeld(league)
    ? null
    : Math.max(turnSince, league.heldUntil) + 1_000 * move_seconds;
}

/**
 * The ruling on a move that is late by the league's limit for moves: a random move for the seat, or the end of the game;
 * null where none is late. `hasGone` tells whether a seat's player is known to have disconnected: the reason of the loss.
 */
export function rulingOnLateMove(
  league: machine.League,
  state: games.GameState,
  at: number,
  hasGone: (place: 0 | 1) => boolean,
): Ruling | null {
  const { settings } = league;
  const late = lateAt(league, state);
  if (late === null || late > at) return null;
  const [seat, ...others] = games.toMove(state);
  if (seat === undefined) return null;
  const loses = (each: Seat) => losesByAMiss(settings, state, each);
  if (!loses(seat)) {
    return moveByLot(settings, state, { seat, effort: { ...lateMove, fallback: LATE } });
  }
  // Where both choose at once and neither has chosen, neither is ahead.
  if (others.some(loses)) return end(null, "stalled");
  const reason = settings.missed_move === "forfeit" ? "time" : "stalled";
  const how = hasGone(games.indexOf(state, seat)) ? "disconnected" : reason;
  return end(games.opponentSeat(state, seat), how, { seat, effort: lateMove });
}

/** Why a move is drawn by lot that did not come in time, and the cost of that. */
export const LATE = "no move came in time";
const lateMove: Effort = { ...effortOf([{ cause: "late", reason: LATE }]), failures: [] };

/** The ply from which on a league's own rules may end a game in which no move is late. */
export const ruledFrom = ({ adjudication }: machine.LeagueSettings): number =>
  scoresLookedAt(adjudication) > 0 ? 0 : Number.POSITIVE_INFINITY;

/** The ruling on a move that its player gives up: the same as on one that is late, and at once. */
export function rulingOnGivenUp(
  settings: machine.LeagueSettings,
  state: games.GameState,
  seat: Seat,
  { effort, late }: GivenUp,
): Ruling | null {
  if (!games.isToMove(state, seat)) return null;
  const isModels = games.seatedAt(state, seat).settings.model !== undefined;
  if ((isModels && settings.on_failure === "forfeit") || losesByAMiss(settings, state, seat)) {
    const reason = late && settings.missed_move === "forfeit" ? "time" : "stalled";
    // A side that never moved did not play.
    const isPlayed = late || games.movesMade(state) >= 2;
    return end(games.opponentSeat(state, seat), isPlayed ? reason : "forfeit", { seat, effort });
  }
  return moveByLot(settings, state, { seat, effort: { ...effort, fallback: effort.failures.at(-1) ?? "none came" } });
}

/** The move that is made for a seat that missed its own. */
function moveByLot(settings: machine.LeagueSettings, state: games.GameState, missedMove: MissedMove): Ruling | null {
  const text = moveDrawn(settings, state, missedMove.seat);
  return text === null ? null : { kind: "move", missed: missedMove, text };
}

/** Any legal move of a seat, chosen by the league's random numbers; null where there is none. */
export function moveDrawn(settings: machine.LeagueSettings, state: games.GameState, seat: Seat): string | null {
  const legal = games.rulesOf(state).legalMoves(state.position, seat);
  const { match = 0, game = 0 } = state.league ?? {};
  const random = randomFor(settings, `match ${match} game ${game} ply ${state.ply + 1} ${seat}`);
  return legal[Math.floor(random() * legal.length)] ?? null;
}

/** The ruling where scores decide a game; `lost` as {@link adjudicationOf} returns it. */
export const byScore = (state: games.GameState, lost: 0 | 1 | null): Ruling =>
  end(lost === null ? null : games.opponentSeat(state, state.seats[lost].seat), "adjudicated");

/** The ruling for a game that its league does not need any more. */
export const brokenOff = (state: games.GameState, loser: 0 | 1 | null): Ruling =>
  loser === null ? end(null, "unfinished") : end(games.opponentSeat(state, state.seats[loser].seat), "forfeit");

type Adjudication = machine.LeagueSettings["adjudication"];

/** The number of a game's last positions that a league scores; 0 where it never does. */
export const scoresLookedAt = ({ resign, draw }: Adjudication): number =>
  2 * Math.max(resign?.moves ?? 0, draw?.moves ?? 0);

/**
 * How the scores of a game's last positions end it: lost for the first (0) or the second seat (1), or drawn (null); and
 * undefined while they do not. Scores are centipawns from the first seat's side, the latest last; `ply` is how many moves
 * were made until then. A move of each side is looked at, so that a game is given up only where it stays lost whoever
 * has just moved (as `-resign … twosided=true` and `-draw` of cutechess and fastchess have it).
 */
export function adjudicationOf(
  { resign, draw }: Adjudication,
  scores: readonly number[],
  ply: number,
): 0 | 1 | null | undefined {
  const all = (moves: number, test: (score: number) => boolean) =>
    scores.length >= 2 * moves && scores.slice(-2 * moves).every(test);
  if (resign && all(resign.moves, (score) => score <= -resign.score)) return 0;
  if (resign && all(resign.moves, (score) => score >= resign.score)) return 1;
  const level = draw && ply >= 2 * draw.after_move && all(draw.moves, (score) => Math.abs(score) <= draw.score);
  return level ? null : undefined;
}
