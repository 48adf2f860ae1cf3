export const pokerGame = (gameId: string) => `Small poker, game ${gameId}`;
export const handOf = (hand: number, hands: number) => `Hand ${hand} of ${hands}`;
export const deckNames = { kuhn: "Kuhn poker", leduc: "Leduc hold’em" } as const;
export const chips = (count: number) => (count === 1 || count === -1 ? `${count} chip` : `${count} chips`);
export const inThePot = (count: number) => `${count} in the pot`;
export const cardOf = (seat: string, card: string) => `${seat}’s card: ${card}`;
export const board = (card: string) => `Board: ${card}`;
export const cardNames = { J: "jack", Q: "queen", K: "king" } as const;
export const hidden = "hidden";
export const none = "none";
export const boardHead = "Board";
export const opens = "opens";
export const yourActions = "Your actions";
export const nothingYet = "No action yet";
export const lastHand = "Hand before";
export const wonBy = (seat: string, count: number) => `${seat} won ${chips(count)}`;
export const evenHand = "nobody won chips";
export const hasCards = (one: string, own: string, other: string, theirs: string) =>
  `${one} had ${own}, ${other} ${theirs}`;
export const sharedScreen = "Two people at one screen would see each other’s cards, so neither card is shown.";
export const dealt = "The cards are dealt";

export const leduc = "Leduc hold’em: six cards, two rounds of bets";
export const hands = "Hands";
export const numberOfHands = (most: number) => `Hands: 1, or an even number up to ${most}.`;

export const rules = [
  "Each hand, both players put in a chip and get a card that they alone see. Then they bet in turn: check or bet, and fold or call.",
  "The higher card wins what is in the pot, or whoever has not folded. Both cards are shown after each hand.",
  "In Leduc hold’em there are two cards of each rank, one raise a round, and a second round of bets with a card on the board: a pair with it wins.",
  "The second half of the hands has the deals of the first again, in another order and with the seats reversed. Whoever has won chips at the end wins.",
];
export const moveExample = "check, bet, fold, call";
