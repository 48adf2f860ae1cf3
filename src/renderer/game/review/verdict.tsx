import type { ApiReview } from "../../../shared/api.ts";
import { analysisAddress } from "../../app/address.ts";
import { PlayableLine } from "../best-line.tsx";
import type { GameModel } from "../game-model.ts";
import { signOf } from "../judgement-signs.ts";
import * as strings from "../strings.ts";
import "./verdict.css";

/** The verdict on a judged move, with the better line, which can be shown on the board. */
export function Verdict({ model, review, ply }: { model: GameModel; review: ApiReview; ply: number }) {
  const told = model.told.value;
  const move = review.moves[ply - 1];
  if (!told || !move || move.judgement === null) return null;
  return (
    <p class="verdict quiet small" data-judgement={move.judgement} data-part="verdict" data-ply={ply}>
      <strong>
        {signOf[move.judgement]} {strings.judgementTitles[move.judgement]}.
      </strong>{" "}
      {strings.betterWas} <PlayableLine model={model} told={told} ply={ply - 1} moves={move.better} />{" "}
      <a href={analysisAddress.path({ query: `?game=${told.game.game_id}&ply=${ply - 1}` })}>{strings.analyse}</a>
    </p>
  );
}
