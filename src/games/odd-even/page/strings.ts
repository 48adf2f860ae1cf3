export const oddEvenGame = (gameId: string) => `Odd/even, game ${gameId}`;
export const roundBestOf = (round: number, rounds: number) => `Round ${round}, best of ${rounds}`;
export const hasChosen = "has chosen";
export const isChoosing = "is choosing";
export const goals = {
  odd: "You are Odd: you win the round if the sum is odd.",
  even: "You are Even: you win the round if the sum is even.",
  none: "Odd wins the round if the sum is odd, Even if it is even.",
} as const;
export const passTo = (seat: string) => `Pass the device to ${seat}, and look away.`;
export const chooseAs = (seat: string) => `${seat} chooses`;
export const roundsPlayed = "Rounds";
export const outcome = { win: "You win it", lose: "You lose it", odd: "Odd wins it", even: "Even wins it" } as const;
export const roundWent = (round: number, odd: number, even: number, parity: string, who: string) =>
  `Round ${round}: ${odd} + ${even} = ${odd + even}, ${parity}. ${who}.`;
export const yourChoice = "Your choice";
export const chosenHidden = "chosen, hidden";
export const nothingYet = "nothing yet";

export const rounds = "Rounds";
export const oddNumberOfRounds = (most: number) => `Rounds: an odd number from 1 to ${most}.`;

export const roundsCount = (rounds: number) => (rounds === 1 ? "1 round" : `${rounds} rounds`);
export const roundOf = (round: number, rounds: number) => `Round ${round} of ${rounds}`;

export const rules = [
  "Both players choose a number from 1 to 5 at the same time. Neither sees the other’s choice before both are made.",
  "The sum decides the round: Odd wins it if the sum is odd, Even if it is even.",
  "Whoever wins more than half of the rounds wins the game.",
];
export const moveExample = "1 to 5";
