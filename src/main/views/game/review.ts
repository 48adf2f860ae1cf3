import type { EngineSetup } from "../../../games/game.ts";
import { definitionOf } from "../../../games/register.ts";
import type { GameReport, SeatReport } from "../../../games/report.ts";
import type { ApiReview } from "../../../shared/api.ts";
import type { FullReview, ReviewedPosition } from "../../../shared/events.ts";
import { accept, invalid, type Result } from "../../../shared/result.ts";
import type { EngineNotice, Options, Seat } from "../../../shared/terms.ts";
import type { Games } from "../../games/games.ts";
import type { LiveGame } from "../../games/live-game.ts";
import { isReviewed, mayBeReviewed } from "../../games/machine/notes.ts";
import { isRandom } from "../../games/machine/rights.ts";
import { byNodes } from "../../players/stockfish/analyst.ts";
import { type AnalysisParts, analysisAt } from "./analysis.ts";

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
export async function review(
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

/** Looks through a finished game and keeps the result; at once where that was done. Refuses as {@link review}. */
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
  const result = await review(game, analysis, signal, onProgress, nodes);
  return result.ok ? games.keepReview(game, toKeep(game, result.value, nodes)) : result;
}

/** The figures of each side, in theory and after it, and the lines where a move was judged. */
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
