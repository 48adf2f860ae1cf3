import type { OwnWords } from "../define.ts";
import { markdownTable } from "../markdown.ts";
import type { OddEvenOptions, OddEvenView, Side } from "./rules.ts";

const rules = `# Odd/even

Both players choose a number from 1 to 5 at the same time; nobody sees a choice before both are in.
If the sum is odd, the seat odd takes the round, else the seat even. Whoever has taken more than half of the rounds wins.
`;

export const words: OwnWords<OddEvenOptions, OddEvenView> = {
  board: boardText,
  facts: (view) => [`- ${scoreText(view)}`],
  grid: (view) => [roundsText(view), scoreText(view)].filter(Boolean).join("\n"),
  line: scoreText,
  moveForm: "a number from 1 to 5",
  rules,
};

function scoreText({ score, rounds, round, chosen }: OddEvenView): string {
  const inSecret = chosen.odd || chosen.even ? `, ${chosen.odd ? "odd" : "even"} has chosen` : "";
  return `Score: odd ${score.odd}, even ${score.even} (best of ${rounds}; round ${round}${inSecret})`;
}

/** `3+4 odd, 2+2 even` */
const roundsText = ({ past }: OddEvenView): string =>
  past.map(({ odd, even, winner }) => `${odd}+${even} ${winner}`).join(", ");

function boardText(view: OddEvenView): string {
  const past = view.past.map(({ odd, even, winner }, index) => [
    String(index + 1),
    String(odd),
    String(even),
    `${odd + even} → ${winner}`,
  ]);
  const choiceText = (side: Side) => (view.chosen[side] ? "chosen" : "…");
  const current = [String(view.round), choiceText("odd"), choiceText("even"), " "];
  // A game that is over has no round beyond its last.
  return markdownTable(["Round", "odd", "even", "sum"], past.length < view.round ? [...past, current] : past);
}
