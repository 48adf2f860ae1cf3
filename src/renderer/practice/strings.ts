import type { MistakeKind, Phase, PracticeGrade } from "../../shared/practice/questions.ts";
import type { Judgement } from "../../shared/terms.ts";
export const engineLooks = "Looking for a position in which one move was clearly better…";
export const youPlayed = (move: string, judgement: Judgement) =>
  `You played ${move}, ${judgement === "mistake" ? "a mistake" : "a blunder"}. Find a better move.`;
export const gradeWords: Readonly<Record<PracticeGrade, string>> = {
  again: "Counts as not known",
  hard: "Counts as hard, because of the hint",
  good: "Counts as known",
  easy: "Counts as easy: right within ten seconds",
};
export const kindNames: Readonly<Record<MistakeKind, string>> = {
  missed_mate: "Missed a mate",
  allowed_mate: "Allowed a mate",
  win_given_away: "Gave a win away",
  game_given_away: "Gave the game away",
  worsened: "Made things worse",
};
export const phaseNames: Readonly<Record<Phase, string>> = {
  opening: "Opening (first ten moves)",
  middlegame: "Middlegame",
  endgame: "Endgame (six pieces or fewer beside kings and pawns)",
};
