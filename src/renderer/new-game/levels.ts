/** The computer's levels in words, 1 to 10. */
const words = [
  "First steps",
  "Beginner",
  "Learner",
  "Casual",
  "Steady",
  "Keen amateur",
  "Club player",
  "Strong club player",
  "Expert",
  "Full strength",
] as const;

export const levelWord = (level: number): string => words[level - 1] ?? "";
