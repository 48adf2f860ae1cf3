import type { PictureProps } from "../../page.ts";
import type { OddEvenView } from "../rules.ts";
import "./picture.css";
import * as strings from "./strings.ts";

/** Rounds that fit into the picture; of a longer match the last ones are shown. */
const SHOWN = 7;

export function Picture({ view }: PictureProps<OddEvenView>) {
  const past = view.past.slice(-SHOWN);
  const over = view.past.length >= view.rounds;
  return (
    <div class="mini odd-even figures">
      <p class="score">
        <b class="first">{view.score.odd}</b>
        <span>:</span>
        <b class="second">{view.score.even}</b>
      </p>
      <ol class="rounds">
        {past.map(({ odd, even, winner }, index) => (
          <li key={index} class={winner === "odd" ? "first" : "second"}>
            {odd}+{even}
          </li>
        ))}
      </ol>
      <p class="small">{over ? strings.roundsCount(view.rounds) : strings.roundOf(view.round, view.rounds)}</p>
    </div>
  );
}
