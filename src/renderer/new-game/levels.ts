import * as strings from "./strings.ts";

/** The computer's levels in words, 1 to 10. */
const words = [
  strings.firstSteps,
  strings.beginner,
  strings.learner,
  strings.casual,
  strings.steady,
  strings.keenAmateur,
  strings.clubPlayer,
  strings.strongClubPlayer,
  strings.expert,
  strings.fullStrength,
] as const;

export const levelWord = (level: number): string => words[level - 1] ?? "";
