import { definitionOf } from "../../../games/register.ts";
import type { GameEvent } from "../../../shared/events.ts";
import { DEEPEST_VARIATION, type LineMove, type Lines, mainLine } from "../../../shared/lines.ts";
import { accept, invalid, type Result } from "../../../shared/result.ts";
import type { Steps } from "../../../shared/steps.ts";
import type { GameKind, Options, Outcome } from "../../../shared/terms.ts";
import { type GameState, opponentSeat, type Step, toMove } from "./game-state.ts";
import { endGame, play } from "./play.ts";
import { createGame, type GameRequest } from "./seats.ts";

export interface ReadRecord {
  /** In any notation of the game. */
  readonly moves: readonly string[];
  /** The annotations with their variations; null where there are none. */
  readonly lines: Lines | null;
  /** The recorded result; null for a game that was broken off. */
  readonly outcome: Outcome | null;
}

/**
 * Imports a whole game, move by move through the rules. It may go on after a draw that our rules declare without a
 * claim (FIDE 9.6), since older rules did not. The result is the recorded one, as an arbiter or other rules may have
 * decided; the reason is that of the position, where the result is the same. A record without a result gets that of its
 * position, or stays unfinished. Refuses the first illegal move. Yields between moves.
 */
export function* importedStep(
  request: GameRequest,
  { moves, lines, outcome }: ReadRecord,
  now: number,
): Steps<Result<Step>> {
  const creation = createGame(request, now);
  if (!creation.ok) return creation;
  let { state } = creation.value;
  let { seat } = state.seats[1];
  const events = [...creation.value.events];
  for (const [index, text] of moves.entries()) {
    if (state.outcome?.winner === null) state = reopenGame(state, events);
    seat = toMove(state)[0] ?? opponentSeat(state, seat);
    const result = play(state, seat, { text, isRecord: true }, now);
    if (!result.isPlayed)
      return invalid(`The PGN cannot be played through at ply ${index + 1}: ${result.refusal.message}`);
    state = result.step.state;
    events.push(...result.step.events);
    yield;
  }
  const notes: readonly GameEvent[] = lines ? [{ type: "gameAnnotated", lines }] : [];
  const agrees = outcome === null || (outcome.reason !== "unfinished" && outcome.winner === state.outcome?.winner);
  if (state.outcome && agrees) return accept({ state, events: [...events, ...notes] });
  state = reopenGame(state, events);
  const ending = endGame(state, outcome ?? { winner: null, reason: "unfinished" }, now);
  return accept({ state: ending.state, events: [...events, ...ending.events, ...notes] });
}

/** The game as if its automatic end had not been declared. */
function reopenGame(state: GameState, events: GameEvent[]): GameState {
  if (!state.outcome) return state;
  events.pop();
  return { ...state, outcome: null, endedAt: null };
}

/**
 * A tree with each move as the rules write it. Refuses the first one that cannot be played, by its place in the list,
 * and too deep nesting. Yields between moves.
 */
export function* playedLines(kind: GameKind, options: Options, lines: Lines): Steps<Result<Lines>> {
  const { rules } = definitionOf(kind);
  const position = rules.start(options);
  if (!position.ok) return position;
  const states = [position.value];
  const depths = [0];
  const starts = new Set<number>();
  const moves: LineMove[] = [];
  for (const [place, move] of lines.moves.entries()) {
    const depth = (depths[move.after + 1] ?? 0) + (starts.has(move.after) ? 1 : 0);
    if (depth > DEEPEST_VARIATION)
      return invalid(`More than ${DEEPEST_VARIATION} variations are nested in one another`);
    starts.add(move.after);
    depths.push(depth);
    const before = states[move.after + 1];
    const play = rules.play(before, rules.toMove(before)[0] ?? "", move.code);
    if (!play.ok) return invalid(`Move ${place + 1} of the study: ${play.message}`);
    states.push(play.value.state);
    moves.push({ ...move, ...play.value.move });
    yield;
  }
  return accept({ ...lines, moves });
}

/** The moves of the main line, in coordinate notation. */
export const mainMoves = (lines: Lines): readonly string[] =>
  mainLine(lines).map((place) => lines.moves[place]?.code ?? "");

/** Tags with the name of a study as the event, unless they name another event. */
export function studyTags(
  tags: Readonly<Record<string, string>>,
  before: string | null,
  title: string,
): Readonly<Record<string, string>> {
  const { Event = before } = tags;
  return { ...tags, Event: Event === null || Event === before ? title : Event };
}

/** The recorded result of a game, whatever its moves lead to; null for none. */
export const recordedOutcome = (outcome: Outcome | null): Outcome | null =>
  outcome === null || outcome.reason === "unfinished" ? null : { winner: outcome.winner, reason: "recorded" };

/**
 * A study with a new title and a new tree, whose moves were checked before: changed moves are taken back, and an
 * engine's review of them no longer counts. `before` are its moves until now.
 */
export function* studyStep(
  state: GameState,
  before: readonly string[],
  title: string,
  lines: Lines,
  now: number,
): Steps<Result<Step>> {
  if (state.study === null) return invalid(`Game ${state.id} is not a study`);
  const tags = studyTags(state.imported ?? {}, state.study, title);
  const [first, second] = state.seats;
  const request: GameRequest = { ...state, players: [first, second], clock: null, imported: tags, study: title };
  const moves = mainMoves(lines);
  // A recorded result belongs to the main line that it was recorded with.
  const record = state.outcome?.reason === "recorded" ? state.outcome : null;
  const fresh = yield* importedStep(request, { moves, lines, outcome: record }, now);
  if (!fresh.ok) return fresh;
  const { position, ply, lastMove, outcome } = fresh.value.state;
  const firstChange = before.findIndex((move, index) => move !== moves[index]);
  const same = firstChange < 0 ? before.length : firstChange;
  const events: GameEvent[] = [];
  if (same < before.length) events.push({ type: "movesTakenBack", seat: first.seat, ply: same });
  events.push(...fresh.value.events.filter(({ type }) => type === "movePlayed").slice(same));
  const review = events.length > 0 ? null : state.review;
  const endsAlike = outcome?.winner === state.outcome?.winner && outcome?.reason === state.outcome?.reason;
  if (outcome && !endsAlike) events.push({ type: "gameOver", outcome });
  events.push({ type: "gameAnnotated", lines });
  return accept({
    state: { ...state, position, ply, lastMove, outcome, review, imported: tags, study: title },
    events,
  });
}
