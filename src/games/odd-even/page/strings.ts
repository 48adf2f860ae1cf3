export const oddEvenGame = (gameId: string) => `Odd/even, game ${gameId}`;
export const roundBestOf = (round: number, rounds: number) => `Round ${round}, best of ${rounds}`;
export const lastRound = "last round";
export const hasChosen = "has chosen";
export const isChoosing = "is choosing";
export const roundAnd = (round: number, now: string) => `round ${round} · ${now}`;
export const roundsPlayed = "Rounds";
export const roundWent = (round: number, choices: string, winner: string, odd: number, even: number) =>
  `Round ${round}: ${choices}. ${winner} wins it. The score is ${odd} to ${even}.`;
export const yourChoice = "Your choice";
export const chosenHidden = "chosen, hidden";
export const nothingYet = "nothing yet";

export const rounds = "Rounds";
export const wholeNumberOfRounds = (most: number) => `Rounds: a whole number from 1 to ${most}.`;

export const roundsCount = (rounds: number) => (rounds === 1 ? "1 round" : `${rounds} rounds`);
export const roundOf = (round: number, rounds: number) => `Round ${round} of ${rounds}`;

export const rules = [
  "Both players choose a number from 1 to 5 at the same time. Neither sees the other’s choice before both are made.",
  "The sum decides the round: Odd wins it if the sum is odd, Even if it is even.",
  "Whoever wins more than half of the rounds wins the game.",
];
export const moveExample = "1 to 5";
