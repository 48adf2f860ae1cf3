import { definitionOf } from "../../games/register.ts";
import type { JudgedMove, Score } from "../../games/report.ts";
import type { MistakeKind, Phase } from "../../shared/practice/questions.ts";
import type { Steps } from "../../shared/steps.ts";
import type { Judgement, Seat } from "../../shared/terms.ts";
import { nameKey } from "../../shared/text.ts";
import type { LiveGame } from "../games/live-game.ts";
import type { GameState } from "../games/machine/game-state.ts";
import { isRandom } from "../games/machine/rights.ts";
import { startOf } from "../views/game/replay.ts";
import { keptReview } from "../views/game/review.ts";

/** The fall of the chances, in points of 100, from which a mistake is worth practising: that of a mistake. */
export const LEAST_FALL = 10;
/** The chances from which a game is won, and below which it is lost. */
const WON = 70;
const LOST = 30;

/** A move of the person's that the review of its game judged a mistake or a blunder. */
export interface Mistake {
  readonly game: string;
  /** When that game was created, in milliseconds since 1970: another database has another game of its number. */
  readonly createdAt: number;
  /** 1 for the first move of the game. */
  readonly ply: number;
  readonly seat: Seat;
  readonly played: string;
  /** The move that the review would have played. */
  readonly better: string;
  readonly judgement: Judgement;
  readonly kind: MistakeKind;
  readonly phase: Phase | null;
  /** The family of the opening; null where the game has no name. */
  readonly opening: string | null;
}

/** The name of a mistake in requests and in the file: game and ply. */
export const idOfMistake = ({ game, ply }: Pick<Mistake, "game" | "ply">): string => `${game}-${ply}`;

/**
 * The seats of a game that are the person's: where people sat in a game that was played here, and in an imported one
 * those of the person's own names. A study was played by nobody.
 * @param names the names under which the person plays elsewhere
 */
export function ownSeats({ seats, imported, study }: GameState, names: readonly string[]): readonly Seat[] {
  if (study !== null) return [];
  const keys = new Set(names.map(nameKey));
  return seats.flatMap(({ seat, kind, name }) =>
    kind === "human" && (imported === null || (name !== null && keys.has(nameKey(name)))) ? [seat] : [],
  );
}

/**
 * The moves of these seats that the stored review judged a mistake or a blunder, which cost at least
 * {@link LEAST_FALL} points, and for which it had a better move. Empty without a review. Yields between moves.
 */
export function* mistakesIn(game: LiveGame, seats: readonly Seat[]): Steps<readonly Mistake[]> {
  const review = keptReview(game);
  const { state, moves } = game;
  const { rules, engine, openings, seats: bothSeats } = definitionOf(state.kind);
  if (!review || !engine) return [];
  const candidates = review.report.moves.filter(
    ({ ply, seat, judgement, winBefore, winAfter }) =>
      seats.includes(seat) &&
      (judgement === "mistake" || judgement === "blunder") &&
      winBefore - winAfter >= LEAST_FALL &&
      !moves.slice(ply - 1, ply).some(isRandom),
  );
  const last = candidates.at(-1)?.ply;
  if (last === undefined) return [];
  const codes = moves.map(({ code }) => code);
  const opening = openings?.of(state.options, codes)?.name.split(":")[0] ?? null;
  const byPly = new Map(candidates.map((move) => [move.ply, move]));
  const play = rules.replay ?? rules.play;
  const mistakes: Mistake[] = [];
  let position = startOf(state);
  for (const [index, { seat, code }] of moves.slice(0, last).entries()) {
    const candidate = byPly.get(index + 1);
    const better = review.positions[index]?.line[0]?.code;
    if (candidate?.judgement && better !== undefined && better !== code)
      mistakes.push({
        game: state.id,
        createdAt: state.createdAt,
        ply: candidate.ply,
        seat,
        played: code,
        better,
        judgement: candidate.judgement,
        kind: kindOfMistake(candidate, scoresAround(review.positions, candidate, seat === bothSeats[0])),
        phase: engine.phase?.(rules.view(position, null)) ?? null,
        opening,
      });
    const next = play(position, seat, code);
    if (!next.ok) break;
    position = next.value.state;
    yield;
  }
  return mistakes;
}

/** The scores before and after a move, from its mover's side. */
function scoresAround(
  positions: readonly { readonly score: Score }[],
  { ply }: JudgedMove,
  isFirst: boolean,
): readonly (Score | null)[] {
  return [positions[ply - 1], positions[ply]].map((at) =>
    at ? { kind: at.score.kind, value: isFirst ? at.score.value : -at.score.value } : null,
  );
}

/** The effect of a mistake, by the chances and the scores before and after it. */
export function kindOfMistake(
  { winBefore, winAfter }: Pick<JudgedMove, "winBefore" | "winAfter">,
  [before, after]: readonly (Score | null)[],
): MistakeKind {
  const isMate = (score: Score | null | undefined, sign: number) => score?.kind === "mate" && score.value * sign > 0;
  if (isMate(before, 1) && !isMate(after, 1)) return "missed_mate";
  if (isMate(after, -1) && !isMate(before, -1)) return "allowed_mate";
  if (winBefore >= WON && winAfter < WON) return "win_given_away";
  return winBefore >= LOST && winAfter < LOST ? "game_given_away" : "worsened";
}
