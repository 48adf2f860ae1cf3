import { otherSeat, type Seat, seatTitle } from "../../shared/terms.ts";
import type { OwnWords } from "../define.ts";
import { markdownTable } from "../markdown.ts";
import { about } from "./about.ts";
import { type PastHand, type PokerOptions, type PokerView, usualHands } from "./rules.ts";

const rules = `# Small poker

A match is a number of hands of poker for two, and whoever has won chips at the end wins it. Each hand, both put in 1 chip and are dealt a card that they alone see.
Kuhn poker has the cards J, Q and K, and one round of bets of 1 chip. Leduc hold'em has two of each and two rounds: bets and raises are 2 chips in the first and 4 in the second, where a card on the board is open; a pair with it beats all else.
The opener begins each round with \`check\` or \`bet\`. A bet is answered with \`fold\`, \`call\` or, once a round in Leduc hold'em, \`raise\`. Two checks or a call end the round; the higher card takes the chips, equal ones share them, and whoever folds loses what they put in. Both cards are shown after each hand.
The first seat opens the first half of the hands, the second seat the second half, which has the deals of the first again, in another order and with the seats reversed.
`;

/** `bet, call; check` */
const roundsText = (rounds: PastHand["rounds"]): string =>
  rounds.map((round) => round.join(", ")).join("; ") || "nothing yet";

const withSign = (chips: number): string => (chips > 0 ? `+${chips}` : String(chips));

/** `Hand 3: first J, second K; bet, fold: first -1` */
function lastHandText({ opener, deal, rounds, chips }: PastHand): string {
  const [one = "", other = "", board] = deal;
  const cards = `${opener} ${one}, ${otherSeat(about.seats, opener)} ${other}${board === undefined ? "" : `, board ${board}`}`;
  return `${cards}; ${roundsText(rounds)}: first ${withSign(chips)}`;
}

const cardText = (view: PokerView, seat: "first" | "second"): string => view.cards[seat] ?? "hidden";

function handLine(view: PokerView): string {
  const { hand, hands, opener, board, rounds, stakes, chips, last } = view;
  const cards = `first ${cardText(view, "first")}, second ${cardText(view, "second")}${board === null ? "" : `, board ${board}`}`;
  const now = `Hand ${hand} of ${hands}, ${opener} opens: ${cards}; ${roundsText(rounds)}; in the pot ${stakes.first} + ${stakes.second}`;
  return `${now}. Chips: first ${withSign(chips.first)}${last === null ? "" : `. Hand before: ${lastHandText(last)}`}`;
}

export const words: OwnWords<PokerOptions, PokerView> = {
  board: (view) =>
    markdownTable(
      ["", "Card", "In the pot", "Chips won"],
      (["first", "second"] as const).map((seat) => [
        seatTitle(seat satisfies Seat),
        cardText(view, seat),
        String(view.stakes[seat]),
        withSign(view.chips[seat]),
      ]),
    ),
  facts: ({ hand, hands, opener, board, rounds, last }) => [
    `- Hand ${hand} of ${hands}; ${opener} opens`,
    ...(board === null ? [] : [`- Board: ${board}`]),
    `- Actions of this hand: ${roundsText(rounds)}`,
    ...(last === null ? [] : [`- Hand before: ${lastHandText(last)}`]),
  ],
  line: handLine,
  start: ({ leduc = false, hands = usualHands }) => ({ leduc, hands }),
  moves: (_, texts) => texts.join(", "),
  moveForm: "check, bet, fold, call or raise",
  rules,
};
