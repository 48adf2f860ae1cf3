import { useEffect } from "preact/hooks";
import type { Seat } from "../../shared/terms.ts";
import { EvaluationBar } from "../ui/evaluation-bar.tsx";
import type { Evaluation } from "../ui/game-words.ts";
import {
  analysisAt,
  analysisProblem,
  analysisShown,
  cameAbout,
  evaluate,
  evaluationOf,
  lastEvaluation,
} from "./analysis.ts";
import type { GameModel, TableProps } from "./game-model.ts";

/** The evaluation of a position in a stored review; the last position may be mate, which only its line shows. */
function reviewed({ review }: GameModel, ply: number, last: number): Evaluation | null {
  const kept = review.found.value?.positions[ply];
  return kept && ply < last ? { score: kept.score, over: false } : null;
}

/** Shows who is better in the shown position of a game. */
export function GameEvaluation({ model, told: { game }, near }: TableProps & { near: Seat }) {
  const shown = analysisShown(game);
  const ply = model.viewed.value ?? game.history.length;
  useEffect(() => {
    if (shown) evaluate(game, ply);
  }, [game.game_id, shown, ply, cameAbout(game, ply)]);
  const last = lastEvaluation(game);
  const found = analysisAt(game, ply);
  return (
    <EvaluationBar
      shown={shown}
      // The bar moves on from its last state, while a figure is shown only for this position.
      evaluation={found ? evaluationOf(found) : reviewed(model, ply, game.history.length)}
      last={last && evaluationOf(last)}
      bottom={near === game.seats[0] ? "first" : "second"}
      searching={analysisProblem(game) === null}
    />
  );
}
