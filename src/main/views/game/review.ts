import type { EngineSetup } from "../../../games/game.ts";
import { definitionOf } from "../../../games/register.ts";
import type { GameReport, SeatReport } from "../../../games/report.ts";
import type { Analysis, ApiReview, ExploredLine, ExplorerMoves, PositionLines } from "../../../shared/api.ts";
import type { FullReview, ReviewedPosition } from "../../../shared/events.ts";
import { accept, invalid, mapResult, type Refusal, type Result, refuse } from "../../../shared/result.ts";
import type { Steps } from "../../../shared/steps.ts";
import type { EngineNotice, GameKind, Options, Seat } from "../../../shared/terms.ts";
import type { Games } from "../../games/games.ts";
import type { LiveGame } from "../../games/live-game.ts";
import type { GameState } from "../../games/machine/game-state.ts";
import { isReviewed, mayBeReviewed } from "../../games/machine/notes.ts";
import { positionAfter } from "../../games/machine/offers.ts";
import { type Help, isRandom, wouldHelp } from "../../games/machine/rights.ts";
import type { PlyOfGame } from "../../games/shared-positions.ts";
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
  readonly onEvaluation?: (place: PlyOfGame) => void;
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
export const reviewEffort = byNodes(5_000);
/** Centipawns that no position has. */
export const MATE = 100_000;

/** Has the referee's own engine say what a position is worth, so that those who look at games do not hold it up. */
export const scorerBy =
  (parts: AnalysisParts): Scorer =>
  async (live, ply, signal) => {
    const search = analysisAt(live, ply, parts, reviewEffort);
    const result = search.ok ? await search.value(signal) : search;
    if (!result.ok) return result;
    const { kind, value } = result.value.score;
    return accept(kind === "cp" ? value : Math.sign(value) * MATE);
  };

/** A position that somebody set up, or came to in a game of theirs or of others. */
interface Explorable {
  readonly kind: GameKind;
  readonly options: Options;
  /** In coordinate notation, from where the options begin. */
  readonly moves: readonly string[];
}

/** A position as its game has it. */
interface ReachedPosition extends Explorable {
  readonly state: unknown;
}

/** The position that moves lead to. Refuses a wrong start and illegal moves. Yields between moves. */
export function* reachPosition(request: Explorable): Steps<Result<ReachedPosition>> {
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

/** A game looked through by the engine, from its first position to its last. */
export interface Review {
  /** Of each position; the first one is the start. */
  readonly positions: readonly ReviewedPosition[];
  /** The engine's name; null where none searched or it is not known. */
  readonly engine: string | null;
  readonly report: GameReport;
}

/** Nodes of a whole review: about half a minute of the engine that Kibitz brings along. */
const REVIEW_NODES = 20_000_000;
const [FEWEST_NODES, MOST_NODES] = [50_000, 200_000];

/** Nodes a position where nobody says how many: 50,000 to 200,000, fewer in a long game, alike at every host. */
export function usualNodes({ moves }: Pick<LiveGame, "moves">): number {
  const share = Math.floor(REVIEW_NODES / (moves.length + 1) / 1_000) * 1_000;
  return Math.max(FEWEST_NODES, Math.min(MOST_NODES, share));
}

/** Tells how many positions are done, and what the person is to know of the engine that looks. */
type OnProgress = (positions: number, of: number, notice: EngineNotice) => void;

/**
 * Looks through a game, each position with so many nodes, and judges its moves. Tells how many positions are done after each. Refuses where no engine knows
 * the game, or as the analyst does; what was looked at until then is remembered, so that the next review goes on there.
 * One engine looks at all of them: where another takes its place on the way, it begins with the first position.
 */
export async function makeReview(
  game: LiveGame,
  parts: AnalysisParts,
  signal: AbortSignal,
  onProgress: OnProgress,
  nodes: number,
): Promise<Result<Review>> {
  const { state, moves } = game;
  const { engine } = definitionOf(state.kind);
  if (!engine) return invalid("No engine evaluates this game");
  const all = moves.length + 1;
  const effort = byNodes(nodes);
  let positions: ReviewedPosition[] = [];
  let looking: string | null = null;
  let furthest = 0;
  while (positions.length < all) {
    const search = analysisAt(game, positions.length, parts, effort);
    const result = search.ok ? await search.value(signal) : search;
    if (!result.ok) return result;
    const { score, line, engine: by, notice } = result.value;
    const isAnother: boolean = looking !== null && by !== null && by !== looking;
    looking = by ?? looking;
    if (isAnother) positions = [];
    else positions.push({ score, line });
    if (positions.length <= furthest) continue;
    furthest = positions.length;
    onProgress(furthest, all, notice);
  }
  return accept({ positions, engine: looking, report: reportOf(engine, game, positions) });
}

/** How a game was played, by an engine's scores; `counts` says whether the move with an index counts to its side. */
function reportOf(
  engine: EngineSetup<Options>,
  { state, moves }: LiveGame,
  positions: readonly ReviewedPosition[],
  counts: (index: number) => boolean = () => true,
): GameReport {
  const scores = positions.map(({ score }) => score);
  const best = positions.map(({ line: [first] }) => first?.code ?? null);
  const avoidable = moves.map(({ code }, ply) => best[ply] !== null && best[ply] !== code);
  const ignored = moves.map((move, index) => isRandom(move) || !counts(index));
  return engine.report(state.options, scores, avoidable, ignored);
}

/** The stored review of a finished game; null where there is none. */
export function keptReview(game: LiveGame): Review | null {
  const { state, review } = game;
  const { engine } = definitionOf(state.kind);
  if (!review || !engine) return null;
  const { positions, engine: engineTitle } = review;
  return { positions, engine: engineTitle, report: reportOf(engine, game, positions) };
}

/** Looks through a finished game and keeps the result; at once where that was done. Refuses as {@link makeReview}. */
export async function reviewAndKeep(
  game: LiveGame,
  nodes: number,
  { games, analysis }: { readonly games: Pick<Games, "keepReview">; readonly analysis: AnalysisParts },
  signal: AbortSignal,
  onProgress: OnProgress = () => {},
): Promise<Result<LiveGame>> {
  const may = mayBeReviewed(game.state);
  if (!may.ok) return may;
  if (isReviewed(game, nodes)) return accept(game);
  const result = await makeReview(game, analysis, signal, onProgress, nodes);
  return result.ok ? games.keepReview(game, toKeep(game, result.value, nodes)) : result;
}

/** A review as it is stored: the figures of each side, and the engine's lines of the positions where a move was judged. */
function toKeep(game: LiveGame, { positions, engine, report: { moves, seats } }: Review, nodes: number): FullReview {
  const plies = new Set(moves.flatMap(({ ply, judgement }) => (judgement === null ? [] : [ply - 1])));
  const { engine: setup, openings } = definitionOf(game.state.kind);
  const codes = game.moves.map(({ code }) => code);
  const theoryPlies = openings?.theory(game.state.options, codes) ?? 0;
  const [theory, later] = [true, false].map(
    (isKnown) => setup && reportOf(setup, game, positions, (index) => index < theoryPlies === isKnown).seats,
  );
  const play = (side: SeatReport | undefined) =>
    side && { moves: side.moves, accuracy: side.accuracy, centipawnLoss: side.averageCentipawnLoss };
  const bySeat = Object.entries(seats).map(([seat, side]) => [
    seat,
    {
      ...play(side),
      inaccuracies: side.judged.inaccuracy,
      mistakes: side.judged.mistake,
      blunders: side.judged.blunder,
      theory: play(theory?.[seat]),
      later: play(later?.[seat]),
    },
  ]);
  return {
    nodes,
    engine,
    seats: Object.fromEntries(bySeat),
    positions: positions.map(({ score, line }, ply) => ({ score, line: plies.has(ply) ? line : [] })),
  };
}

/** The review of a game, in the form of the pages; null where nothing is kept. */
export function reviewOf(game: LiveGame): ApiReview | null {
  const review = keptReview(game);
  if (!review || !game.review) return null;
  const { positions, report } = review;
  const [first] = definitionOf(game.state.kind).seats;
  return {
    nodes: game.review.nodes,
    engine: game.review.engine,
    seats: Object.fromEntries(
      Object.entries(report.seats).map(([seat, { accuracy, averageCentipawnLoss, judged }]) => [
        seat,
        { accuracy, average_centipawn_loss: averageCentipawnLoss, judged },
      ]),
    ),
    moves: report.moves.map(({ ply, judgement }) => ({
      ply,
      judgement,
      better: judgement === null ? [] : (positions[ply - 1]?.line ?? []),
    })),
    positions: positions.map(({ score }, ply) => ({ score, chance: chanceAt(report, ply, first) })),
  };
}

/** The first seat's chances after so many plies; even where no move was made. */
function chanceAt({ moves }: GameReport, ply: number, first: Seat): number {
  const move = moves[Math.max(0, ply - 1)];
  if (!move) return 50;
  const own = ply === 0 ? move.winBefore : move.winAfter;
  return move.seat === first ? own : 100 - own;
}
