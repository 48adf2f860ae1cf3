import type { FullReview, GameEvent, LoggedEvent } from "../../shared/events.ts";
import type { Lines } from "../../shared/lines.ts";
import { mapResult, missingCase, type Result } from "../../shared/result.ts";
import { CHANCE, type Seat } from "../../shared/terms.ts";
import { type GameState, isHidden, opponentSeat, rulesOf, type Step } from "./machine/game-state.ts";

export type PlayedMove = Extract<GameEvent, { type: "movePlayed" }> & { readonly at: number };
export type LostMove = Extract<GameEvent, { type: "moveMissed" }>;
export type Remark = Extract<GameEvent, { type: "kibitzed" }> & { readonly id: number; readonly at: number };
/** An action that a seat's opponent is to hear of: a move, an offer, an answer to one. The end of a game counts for both. */
export type SeatAction = Pick<LoggedEvent, "id" | "at"> & Pick<GameEvent, "type">;
export type Utterance = Extract<GameEvent, { type: "said" }> & { readonly id: number; readonly at: number };

/**
 * A game as it stood after a commit: its state, and the parts of its log that answers need. It never changes; the next
 * commit makes the next one.
 */
export interface LiveGame {
  readonly state: GameState;
  /** The number of its events; commits compare it. */
  readonly version: number;
  readonly moves: readonly PlayedMove[];
  /** The missed move that lost the game; null where there is none. */
  readonly lostBy: LostMove | null;
  readonly talk: readonly Utterance[];
  /** Spectators' remarks; players see them when the game is over. */
  readonly remarks: readonly Remark[];
  /** An engine's review of the finished game; null before there is one. */
  readonly review: FullReview | null;
  /** The study written about it, with its variations; null where there is none. */
  readonly lines: Lines | null;
  /** The number of its events when the study was written; 0 for none. */
  readonly linesVersion: number;
  /** The id of its last event in the shared log. */
  readonly lastEventId: number;
  /** The time of its last event, in milliseconds since 1970. */
  readonly lastEventAt: number;
  /** The place in the log of each seat's last accepted move, absent before it: later talk is new to that seat. */
  readonly lastActs: Readonly<Record<Seat, number>>;
  /** The last action of each seat, absent before its first one. */
  readonly lastActions: Readonly<Record<Seat, SeatAction>>;
}

export const gameOfAnswer = (result: Result<{ readonly game: LiveGame }>): Result<LiveGame> =>
  mapResult(result, ({ game }) => game);

/** A game that is not yet in the log. */
export const unstoredGame = (state: GameState): LiveGame => ({
  state,
  version: 0,
  moves: [],
  lostBy: null,
  talk: [],
  remarks: [],
  review: null,
  lines: null,
  linesVersion: 0,
  lastEventId: 0,
  lastEventAt: 0,
  lastActs: {},
  lastActions: {},
});

/** The game after further entries of its log, oldest first; `state` is the state after them. */
export function afterLog(game: LiveGame, state: GameState, log: readonly LoggedEvent[]): LiveGame {
  const last = log.at(-1);
  if (!last) return { ...game, state };
  const moves = [...game.moves];
  let { lostBy } = game;
  const talk: Utterance[] = [];
  const remarks: Remark[] = [];
  let { lines, linesVersion } = game;
  const lastActs = { ...game.lastActs };
  const lastActions = { ...game.lastActions };
  let { review } = game;
  for (const { id, seq, at, event } of log) {
    const noteActivity = (...seats: readonly Seat[]) => {
      for (const seat of seats) lastActions[seat] = { id, at, type: event.type };
    };
    switch (event.type) {
      case "movePlayed":
        moves.push({ ...event, at });
        review = null;
        lastActs[event.seat] = id;
        noteActivity(event.seat);
        break;
      case "moveMissed":
        lostBy = event;
        break;
      case "said":
        talk.push({ ...event, id, at });
        break;
      case "kibitzed":
        remarks.push({ ...event, id, at });
        break;
      case "movesTakenBack":
        moves.splice(event.ply);
        review = null;
        noteActivity(opponentSeat(state, event.seat));
        break;
      case "drawOffered":
      case "drawDeclined":
      case "takebackOffered":
      case "takebackDeclined":
        noteActivity(event.seat);
        // As if nobody had asked: the last move is to be answered.
        if ("withdrawn" in event) lastActions[event.seat] = { id, at, type: "movePlayed" };
        break;
      case "gameOver":
        noteActivity(...state.seats.map(({ seat }) => seat));
        break;
      case "gameReviewed":
        review = event;
        break;
      case "gameAnnotated":
        ({ lines } = event);
        linesVersion = seq;
        break;
      case "gameCreated":
      case "seatTaken":
      case "seatFreed":
      case "seatReissued":
      case "seatHandedOver":
      case "clocksStarted":
      case "holderReturned":
      case "moveRefused":
      case "movesRefused":
      case "analysisSwitched":
      case "positionShared":
      case "hostResumed":
      case "gameDeleted":
      case "gameRestored":
      case "rematchCreated":
        break;
      default:
        missingCase(event);
    }
  }
  return {
    state,
    version: last.seq,
    moves,
    lostBy,
    talk: talk.length > 0 ? [...game.talk, ...talk] : game.talk,
    remarks: remarks.length > 0 ? [...game.remarks, ...remarks] : game.remarks,
    review,
    lines,
    linesVersion,
    lastEventId: last.id,
    lastEventAt: last.at,
    lastActs,
    lastActions,
  };
}

/** The game as it will stand once a step is stored; its place in the log is not known yet. */
export const afterStep = (game: LiveGame, { state, events }: Step, at: number): LiveGame =>
  afterLog(
    game,
    state,
    events.map((event, index) => ({
      id: game.lastEventId,
      gameId: state.id,
      seq: game.version + index + 1,
      at,
      event,
    })),
  );

/** The change that one commit made to a game. */
export interface GameUpdate {
  /** Null for a game that is new. */
  readonly before: LiveGame | null;
  readonly game: LiveGame;
  readonly entries: readonly LoggedEvent[];
}

/** The last move of a player, draws by chance aside; undefined before the first. */
export const lastMoveIn = (moves: readonly PlayedMove[]): PlayedMove | undefined =>
  moves.findLast(({ seat }) => seat !== CHANCE);

/** Stands in place of a move that must stay hidden. */
export const CONCEALED = "?";

/** The moves as a viewer may see them. */
export const seenMoves = ({ state, moves }: LiveGame, viewer: Seat | null): readonly PlayedMove[] =>
  rulesOf(state).conceals
    ? moves.map((move, index) =>
        isHidden(state, index, viewer) ? { ...move, code: CONCEALED, text: CONCEALED } : move,
      )
    : moves;
