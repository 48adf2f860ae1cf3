import { definitionOf } from "../../../games/register.ts";
import type { Analysis, ExploredLine, ExplorerMoves, PositionLines } from "../../../shared/api.ts";
import { accept, invalid, mapResult, type Refusal, type Result, refuse } from "../../../shared/result.ts";
import type { Steps } from "../../../shared/steps.ts";
import type { GameKind, Options } from "../../../shared/terms.ts";
import type { Games } from "../../games/games.ts";
import type { LiveGame } from "../../games/live-game.ts";
import type { GameState } from "../../games/machine/game-state.ts";
import { positionAfter } from "../../games/machine/offers.ts";
import { type Help, wouldHelp } from "../../games/machine/rights.ts";
import type { Place } from "../../games/shared-positions.ts";
import type { Scorer } from "../../league/game-watch.ts";
import { type Analyst, byNodes, type Effort, type Exploration } from "../../players/stockfish/analyst.ts";
import { type Replays, writtenLine } from "./replay.ts";

/** Longest part of the best line of a game's position, and of a line of an explored one, that is shown, in plies. */
const BEST_LINE = 10;
const EXPLORED_LINE = 16;

export interface AnalysisParts {
  readonly analyst: Analyst;
  readonly replays: Replays;
  /** Told which position is evaluated; absent where nobody is shown what is found. */
  readonly onEvaluation?: (place: Place) => void;
}

/** The engine's findings, computed as long as somebody waits for them. */
type Search = (signal: AbortSignal) => Promise<Result<Analysis>>;

/** A score from the side to move, as the first seat sees it. */
export const fromFirst = ({ kind, value }: Analysis["score"], secondMoves: boolean): Analysis["score"] => ({
  kind,
  value: secondMoves ? -value : value,
});

/** The search that gives the engine's view of a position, from the first seat's side. The caller may know it. */
export function analysisAt(
  game: LiveGame,
  ply: number,
  { analyst, replays, onEvaluation }: AnalysisParts,
  effort?: Effort,
): Result<Search> {
  const { state, moves } = game;
  const { rules, engine, seats } = definitionOf(state.kind);
  if (!engine) return invalid("No engine evaluates this game");
  if (ply < 0 || ply > moves.length) return invalid(`ply: a number from 0 to ${moves.length}`);
  const position = replays.stateAt(game, ply);
  const over = rules.outcome(position);
  if (over) {
    const value = over.winner === null ? 0 : over.winner === seats[0] ? 1 : -1;
    const score = over.winner === null ? { kind: "cp" as const, value } : { kind: "mate" as const, value };
    return accept(async () => accept({ ply, depth: 0, score, line: [], engine: null, notice: null }));
  }
  onEvaluation?.({ state, position, ply });
  const startFen = engine.startFen(state.options);
  const codes = moves.slice(0, ply).map(({ code }) => code);
  return accept(async (signal) => {
    const look = await analyst.look(startFen, codes, signal, effort);
    if (!look.ok) return look;
    const { depth, score, line, engine, notice } = look.value;
    return accept({
      ply,
      depth,
      score: fromFirst(score, rules.toMove(position)[0] === seats[1]),
      line: writtenLine(state.kind, position, line.slice(0, BEST_LINE)),
      engine,
      notice,
    });
  });
}

/**
 * Enough to tell a game that is decided or dead: a fortieth of a second of the engine that Kibitz brings along. Nodes and not
 * time, so that a busy machine ends the same games as an idle one; `bench/adjudication.ts` measures how often wrongly.
 */
export const effort = byNodes(5_000);
/** Centipawns that no position has. */
export const MATE = 100_000;

/** Has the referee's own engine say what a position is worth, so that those who look at games do not hold it up. */
export const scorerBy =
  (parts: AnalysisParts): Scorer =>
  async (live, ply, signal) => {
    const search = analysisAt(live, ply, parts, effort);
    const result = search.ok ? await search.value(signal) : search;
    if (!result.ok) return result;
    const { kind, value } = result.value.score;
    return accept(kind === "cp" ? value : Math.sign(value) * MATE);
  };

/** A position that somebody set up, or came to in a game of theirs or of others. */
export interface Explorable {
  readonly kind: GameKind;
  readonly options: Options;
  /** In coordinate notation, from where the options begin. */
  readonly moves: readonly string[];
}

/** A position as its game has it. */
export interface ReachedPosition extends Explorable {
  readonly state: unknown;
}

/** The position that moves lead to. Refuses a wrong start and illegal moves. Yields between moves. */
export function* reach(request: Explorable): Steps<Result<ReachedPosition>> {
  const moves = request.moves.map((code) => ({ code }));
  return mapResult(yield* positionAfter(request, moves), (state) => ({ ...request, state }));
}

/** Whether a position of no game may be looked at. Else `ANALYSIS_OFF`, with the unfinished game that it would help. */
export function mayExplore(games: readonly GameState[], { kind, state }: ReachedPosition, help: Help): Result<null> {
  const { words, rules } = definitionOf(kind);
  const shape = (each: unknown) => words.grid(rules.view(each, null));
  const game = games.find(
    (each) => each.kind === kind && wouldHelp(each, help, () => shape(each.position) === shape(state)),
  );
  return game ? helpRefusal(game, help) : accept(null);
}

/** Whether a game may be evaluated beside those that go on: it could be a copy of a person's league game. */
export function mayEvaluateBeside(games: readonly GameState[]): Result<null> {
  const game = games.find((each) => each.league && wouldHelp(each, "engine", () => false));
  return game ? helpRefusal(game, "engine") : accept(null);
}

function helpRefusal({ id, seats, league }: GameState, help: Help): Refusal {
  const isPersons = seats.some(({ kind }) => kind === "human");
  const which = isPersons ? `You are playing game ${id}` : `This position is on the board of game ${id}`;
  const when = league
    ? `, of league ${league.id}. ${help === "engine" ? "The engine can look" : "Earlier games are shown"} once it is over.`
    : ". The engine can look once that game is over or its evaluation is shown.";
  return { ...refuse("ANALYSIS_OFF", `${which}${when}`), game: id };
}

/** The best lines of a position, from the first seat's side, told again and again while they grow. */
export async function explore(
  { kind, options, moves, state }: ReachedPosition,
  { analyst }: Pick<AnalysisParts, "analyst">,
  lines: number,
  signal: AbortSignal,
  tell: (exploration: PositionLines) => void,
): Promise<Result<PositionLines>> {
  const { rules, engine, seats } = definitionOf(kind);
  if (!engine || rules.outcome(state)) return accept({ depth: 0, lines: [], engine: null, notice: null });
  const secondMoves = rules.toMove(state)[0] === seats[1];
  const viewOf = ({ lines: insights, ...by }: Exploration): PositionLines => ({
    ...by,
    depth: insights[0]?.depth ?? 0,
    lines: insights.map(
      ({ score, line }): ExploredLine => ({
        score: fromFirst(score, secondMoves),
        line: writtenLine(kind, state, line.slice(0, EXPLORED_LINE)),
      }),
    ),
  });
  const answer = await analyst.explore(engine.startFen(options), moves, lines, signal, (now) => tell(viewOf(now)));
  return mapResult(answer, viewOf);
}

/**
 * The moves tried in a position in the finished games here, in the words of its game. Empty for a game that gives
 * positions no keys.
 * @param own only games in which a person played here, and records in which one of these names did; null for all
 */
export async function triedIn(
  { kind, state }: ReachedPosition,
  { movesTried }: Pick<Games, "movesTried">,
  own: readonly string[] | null,
): Promise<ExplorerMoves> {
  const { rules, positions } = definitionOf(kind);
  const key = positions?.key(state);
  if (key === undefined || rules.outcome(state)) return { moves: [] };
  const moves = await movesTried(kind, key, own);
  return {
    moves: moves.flatMap(({ move, ...counts }) => {
      const play = rules.play(state, rules.toMove(state)[0] ?? "", move);
      return play.ok ? [{ ...play.value.move, ...counts }] : [];
    }),
  };
}
