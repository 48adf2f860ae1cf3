import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { findPage } from "../../games/pages.ts";
import type { Analysis, GameDetail } from "../../shared/api.ts";
import type { Seat } from "../../shared/terms.ts";
import { getAnalysis } from "../api/client.ts";
import { untilAnswered } from "../api/until-answered.ts";
import { EvaluationBar } from "../ui/evaluation-bar.tsx";
import type { Evaluation } from "../ui/format.ts";
import { tellNotice } from "../ui/toasts.tsx";
import type { GameModel, TableProps } from "./game-model.ts";

/** A position of a game. */
interface GamePosition {
  readonly id: string;
  readonly ply: number;
  readonly since: string;
}

/** The time at which the position at a ply arose: after a takeback, another one may be there. */
const cameAbout = ({ history }: GameDetail, ply: number): string => history[ply - 1]?.at ?? "";

/** The engine's evaluation of the shown position. */
const shownEvaluation = signal<(GamePosition & { readonly analysis: Analysis }) | null>(null);

/** Why the last request failed, and for which game. */
const lastFailure = signal<{ readonly id: string; readonly message: string } | null>(null);

export const analysisShown = (game: GameDetail): boolean =>
  game.analysis !== "off" && findPage(game.game)?.engine !== undefined;

/** The last evaluation of this game, perhaps of another position. */
export function lastEvaluation(game: GameDetail): Analysis | null {
  if (!analysisShown(game) || shownEvaluation.value?.id !== game.game_id) return null;
  return shownEvaluation.value.analysis;
}

/** Why there is no evaluation of this game; null once there is one. */
export const analysisProblem = (game: GameDetail): string | null =>
  lastFailure.value?.id === game.game_id ? lastFailure.value.message : null;

export const evaluationOf = ({ score, line }: Analysis): Evaluation => ({ score, over: line.length === 0 });

/** The engine's evaluation of a position of the game; null until it is known. */
export function analysisAt(game: GameDetail, ply: number): Analysis | null {
  const last = lastEvaluation(game);
  return shownEvaluation.value?.ply === ply && shownEvaluation.value.since === cameAbout(game, ply) ? last : null;
}

let nextPosition: GamePosition | null = null;

/**
 * Sends one request at a time, and always the latest one next: however fast the person steps, some positions are
 * evaluated.
 */
const { ask: askNext } = untilAnswered(async () => {
  if (nextPosition === null) return true;
  const position = nextPosition;
  const { id, ply } = position;
  nextPosition = null;
  const answer = await getAnalysis(id, ply);
  lastFailure.value = answer.ok ? null : { id, message: answer.message };
  if (!answer.ok) {
    nextPosition ??= position;
    return false;
  }
  shownEvaluation.value = { ...position, analysis: answer.value };
  tellNotice(answer.value.notice);
  return true;
});

/** Requests the evaluation of a position. */
function evaluatePly(game: GameDetail, ply: number): void {
  nextPosition = { id: game.game_id, ply, since: cameAbout(game, ply) };
  askNext();
}

/** The evaluation of a position in a stored review; the last position may be mate, which only its line shows. */
function reviewedEvaluation({ review }: GameModel, ply: number, last: number): Evaluation | null {
  const position = review.part.value?.positions[ply];
  return position && ply < last ? { score: position.score, over: false } : null;
}

/** Shows who is better in the shown position of a game. */
export function GameEvaluation({ model, live: { game }, near }: TableProps & { near: Seat }) {
  const isShown = analysisShown(game);
  const ply = model.viewedPly.value ?? game.history.length;
  useEffect(() => {
    if (isShown) evaluatePly(game, ply);
  }, [game.game_id, isShown, ply, cameAbout(game, ply)]);
  const last = lastEvaluation(game);
  const analysis = analysisAt(game, ply);
  return (
    <EvaluationBar
      isVisible={isShown}
      // The bar moves on from its last state, while a figure is shown only for this position.
      evaluation={analysis ? evaluationOf(analysis) : reviewedEvaluation(model, ply, game.history.length)}
      last={last && evaluationOf(last)}
      bottom={near === game.seats[0] ? "first" : "second"}
      searching={analysisProblem(game) === null}
    />
  );
}
