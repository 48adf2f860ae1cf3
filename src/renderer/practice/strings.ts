import type { MistakeKind, Phase, PracticeGrade } from "../../shared/practice/questions.ts";
import type { Judgement } from "../../shared/terms.ts";

export const practise = "Practise";
export const practiseYourMistakes = "Practise your mistakes";
export const board = "Board";
export const boardName = "practice";
export const engineLooks = "Looking for a position in which one move was clearly better…";

export const counts = (due: number, fresh: number) =>
  due + fresh === 0
    ? "none left"
    : due === 0
      ? `${fresh} new`
      : fresh === 0
        ? `${due} due`
        : `${due} due, ${fresh} new`;
export const between = (first: string, second: string) => `${first} – ${second}`;
export const inGame = "In the game";
export const youPlayed = (move: string, judgement: Judgement) =>
  `You played ${move}, ${judgement === "mistake" ? "a mistake" : "a blunder"}. Find a better move.`;
export const seatToMove = (seat: string) => `${seat} to move.`;

export const hint = "Hint";
export const mover = (piece: string) => `It is the ${piece} that moves.`;
export const showAnswer = "Show the answer";
export const next = "Next";
export const tryAgain = "Try again";

export const right = (move: string) => `Right: ${move}.`;
export const wrong = (move: string, best: string) => `${move} is not the move. It was ${best}.`;
export const gaveUp = (best: string) => `The move was ${best}.`;
export const gradeWords: Readonly<Record<PracticeGrade, string>> = {
  again: "Counts as not known",
  hard: "Counts as hard, because of the hint",
  good: "Counts as known",
  easy: "Counts as easy: right within ten seconds",
};
export const askedAgain = (grade: string, day: string) => `${grade}. You will see it again from ${day} on.`;
export const better = "Better";
export const yourMove = "What you played";
export const lineWithScore = (score: string) => `(${score})`;
export const allElse = (score: string) => `Any other move: ${score} at best.`;
export const byEngine = (engine: string) => `According to a second search by ${engine}.`;
export const keys =
  "Keys: h for a hint, s for the answer, n for the next position; ← and → step through the line that is shown.";

export const noGames = "No finished game of yours to practise from yet";
export const noGamesText =
  "Finish a game that the engine can review, or import the games that you played elsewhere and enter the names that you play under. Once they are reviewed, you are asked about the positions in which you went wrong.";
export const noReviews = "Your games are not reviewed yet";
export const noReviewsText =
  "The engine has to review your games first. Then you are asked about the positions in which you went wrong, each again after some days.";
export const nothingDue = "Nothing is due";
export const nextDue = (moment: string) => `Your next position is due on ${moment}.`;
export const noMistakes = "There is nothing to practise";
export const noMistakesText =
  "Your reviewed games have no mistakes for which one move was clearly better. Play on, and have your games reviewed.";
export const reviews = "Reviews";
export const notReviewed = (games: number) => `${games} of your games ${games === 1 ? "is" : "are"} not reviewed yet.`;
export const review = (games: number) => (games === 1 ? "Review it" : `Review all ${games}`);
export const reviewing = (count: number, of: number) => `Reviewing game ${Math.min(of, count + 1)} of ${of}`;
export const reviewingGoesOn = "It goes on while you visit other pages. If you stop it, what is done stays.";
export const stop = "Stop";
export const newGame = "New game";
export const importGames = "Import games";
export const gameInTheWay = (id: string) => `Go to game ${id}`;
export const cannotAsk = "No position can be shown just now";

export const statistics = "Your mistakes by kind, phase and opening";
export const mistakes = "Mistakes";
export const answers = "Answered";
export const rightShare = "Right";
export const kinds = "Kind";
export const phases = "Phase";
export const openings = "Opening";
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
export const statisticsAbout =
  "You gave a win away where your chances fell below 70 of 100, and the game where they fell below 30.";
