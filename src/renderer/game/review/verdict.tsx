import type { ApiReview } from "../../../shared/api.ts";
import { BestLine } from "../best-line.tsx";
import type { GameModel, Told } from "../game-model.ts";
import { signOf } from "../judgement-signs.ts";
import { PlayableLine } from "../playable-line.tsx";
import "./verdict.css";

const words = { inaccuracy: "Inaccuracy", mistake: "Mistake", blunder: "Blunder" } as const;

/** What the review says of the move that led here, with the line that was better; else the engine's line. To be played out. */
export function Verdict({ model, told, review }: { model: GameModel; told: Told; review: ApiReview }) {
  const ply = model.viewed.value ?? told.game.history.length;
  const move = review.moves[ply - 1];
  if (!move || move.judgement === null)
    return (
      <div class="verdict-none">
        <BestLine model={model} told={told} />
      </div>
    );
  return (
    <div class="verdict" data-judgement={move.judgement} data-part="verdict">
      <p class="verdict-words">
        <strong>
          {signOf[move.judgement]} {words[move.judgement]}.
        </strong>{" "}
        Better was
      </p>
      <p class="verdict-line">
        <PlayableLine model={model} told={told} ply={ply - 1} moves={move.better} />
      </p>
      <a href={`/analysis?game=${told.game.game_id}&ply=${ply - 1}`}>Analyse</a>
    </div>
  );
}
