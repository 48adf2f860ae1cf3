import type { LineMove } from "../../shared/lines.ts";
import { clockText } from "../ui/format.ts";
import { scoreInFigures } from "../ui/game-words.ts";
import * as strings from "./strings.ts";

/** Data stored with a move besides words: the score of the position after it, and its player's time left. */
export function MoveFacts({ move }: { move: LineMove | undefined }) {
  const { score, clock } = move ?? {};
  const facts = [
    ...(score ? [strings.evaluation(scoreInFigures({ score, over: false }))] : []),
    ...(score?.depth === undefined ? [] : [strings.depth(score.depth)]),
    ...(clock === undefined ? [] : [strings.clock(clockText(clock))]),
  ];
  return <p class="move-facts figures quiet small">{facts.join(" · ")}</p>;
}
