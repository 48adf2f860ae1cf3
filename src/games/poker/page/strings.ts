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
export const sharedScreen = "Two people at one screen: the other one looks away.";
export const showCard = (seat: string) => `Show ${seat}’s card`;
export const hideCard = "Hide the card";
export const dealt = "The cards are dealt";

export const leduc = "Leduc hold’em: six cards, two rounds of bets";
export const hands = "Hands";
export const numberOfHands = (most: number) => `Hands: 1, or an even number up to ${most}.`;

export const rules = [
  "Each hand, both players put in a chip and get a card that they alone see. They check or bet, and fold or call.",
  "The higher card wins what is in the pot, or whoever has not folded. Then both cards are shown.",
  "Leduc hold’em has two cards of each rank, raises, and a second round with a card on the board: a pair with it wins.",
  "The second half of the hands has the deals of the first with the seats reversed. Whoever wins chips wins.",
];
export const moveExample = "check, bet, fold, call";
