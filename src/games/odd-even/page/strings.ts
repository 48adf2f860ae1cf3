export const roundBestOf = (round: number, rounds: number) => `Round ${round}, best of ${rounds}`;
export const goalTexts = {
  odd: "You are Odd: you win the round if the sum is odd.",
  even: "You are Even: you win the round if the sum is even.",
  none: "Odd wins the round if the sum is odd, Even if it is even.",
} as const;
export const outcomes = { win: "You win it", lose: "You lose it", odd: "Odd wins it", even: "Even wins it" } as const;

export const roundsCount = (rounds: number) => (rounds === 1 ? "1 round" : `${rounds} rounds`);
export const roundOf = (round: number, rounds: number) => `Round ${round} of ${rounds}`;

export const rules = [
  "Both players choose a number from 1 to 5 at the same time. Neither sees the other’s choice before both are made.",
  "The sum decides the round: Odd wins it if the sum is odd, Even if it is even.",
  "Whoever wins more than half of the rounds wins the game.",
];
