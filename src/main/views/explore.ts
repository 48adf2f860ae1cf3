import { definitionOf } from "../../games/register.ts";
import type { ExploredLine, ExplorerMoves, PositionLines } from "../../shared/api.ts";
import { accept, mapResult, type Refusal, type Result, refuse } from "../../shared/result.ts";
import type { Steps } from "../../shared/steps.ts";
import type { GameKind, Options } from "../../shared/terms.ts";
import type { Games } from "../games/games.ts";
import type { GameState } from "../games/machine/game-state.ts";
import { positionAfter } from "../games/machine/offers.ts";
import { type Help, wouldHelp } from "../games/machine/rights.ts";
import type { Exploration } from "../players/stockfish/analyst.ts";
import { type AnalysisParts, fromFirst } from "./analysis.ts";
import { writtenLine } from "./replay.ts";

/** Longest part of a line that is shown, in plies. */
const LINE_LENGTH = 16;

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

/**
 * The position that some moves lead to. Refuses a start that is none, and illegal moves.
 * Yields between moves.
 */
export function* reach(request: Explorable): Steps<Result<ReachedPosition>> {
  const moves = request.moves.map((code) => ({ code }));
  return mapResult(yield* positionAfter(request, moves), (state) => ({ ...request, state }));
}

/**
 * Whether somebody may have a position looked at that belongs to no game, by the engine or in earlier games. Else
 * `ANALYSIS_OFF`, with the unfinished game in which it would be help.
 */
export function mayExplore(games: readonly GameState[], { kind, state }: ReachedPosition, help: Help): Result<null> {
  const { words, rules } = definitionOf(kind);
  const shape = (each: unknown) => words.grid(rules.view(each, null));
  const game = games.find(
    (each) => each.kind === kind && wouldHelp(each, help, () => shape(each.position) === shape(state)),
  );
  return game ? helpRefusal(game, help) : accept(null);
}

/**
 * Whether the person may have a game evaluated beside those that go on: not while a person plays in a league, since it
 * could be a copy of that game. Else as {@link mayExplore}.
 */
export function mayEvaluateBeside(games: readonly GameState[]): Result<null> {
  const game = games.find((each) => each.league && wouldHelp(each, "engine", () => false));
  return game ? helpRefusal(game, "engine") : accept(null);
}

function helpRefusal({ id, seats, league }: GameState, help: Help): Refusal {
  const isPersons = seats.some(({ kind }) => kind === "human");
  const which = isPersons ? `You are playing game ${id}` : `This position is on the board of game ${id}`;
  const when = league
    ? `, of league ${league.id}. ${help === "engine" ? "The engine can look" : "Earlier games are shown"} once it is over`
    : ". The engine can look once that game is over or its evaluation is shown";
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
        line: writtenLine(kind, state, line.slice(0, LINE_LENGTH)),
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
