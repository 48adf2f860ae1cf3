export const deckNames = { kuhn: "Kuhn poker", leduc: "Leduc hold’em" } as const;
const chipsText = (count: number) => `${count} ${count === 1 ? "chip" : "chips"}`;
/** With a true minus. */
export const signedText = (count: number) => String(count).replace("-", "−");
/** `won 2 chips`, `lost 1 chip` */
export const score = (count: number) =>
  count === 0 ? "even" : `${count > 0 ? "won" : "lost"} ${chipsText(Math.abs(count))}`;
export const potText = (count: number) => `Pot: ${chipsText(count)}`;
export const putIn = (count: number) => `put in ${chipsText(count)}`;
export const cardNames = { J: "jack", Q: "queen", K: "king" } as const;
export const hidden = "hidden";
export const none = "none";
export const wonBy = (seat: string, count: number) => `${seat} won ${chipsText(count)}`;

export const rules = [
  "In each hand, both players put in one chip and get a card that the other does not see. Then they check or bet; the answer to a bet is to fold or to call.",
  "If nobody folds, the higher card wins the pot. Both cards are shown after each hand.",
  "Leduc hold’em has two cards of each rank, raises, and a second round with a card on the board: a pair with it wins.",
  "The second half of the hands repeats the deals of the first with the seats reversed. Whoever has won more chips in all wins.",
];
