import { amount } from "../../shared/text.ts";

export * from "../ui/strings.ts";

export const thereIsNothingToAnalyse = "There is nothing to analyse here";
export const analyseFromStart = "Analyse from the start";
export const ofAnalysis = "of the analysis";
export const movePiecesOnBoardEvery = "Make moves on the board. A move that differs from the line starts a variation.";
export const inVariation = "in a variation";

export const engine = "Engine";
export const depth = (depth: number, engine: string | null) => `depth ${depth}${engine === null ? "" : ` · ${engine}`}`;
export const lines = "Lines";
export const goToGame = "Go to the game";
export const gameIsOverHere = "The game is over here.";

export const openingExplorer = "Opening explorer";
export const all = "All";
export const mine = "Mine";
export const noneOfYourGames = "None of your games";
export const noFinishedGame = "No finished game";
export const hasReachedThisPosition = (text: string) => `${text} has reached this position.`;
export const showFewer = "Show fewer";
export const moreMoves = (more: number) => amount(more, "more move");
export const legend = ([first, second]: readonly string[]) => `${first} won · drawn · ${second} won`;
export const withoutResult = (games: string) => `${games}, without a result`;
export const wonDrawnWon = (games: string, first: string, second: string, [one, draws, other]: readonly string[]) =>
  `${games}, ${first} won ${one}, ${draws} drawn, ${second} won ${other}`;

export const gamesOfThisKind = "Games of this kind are not analysed.";
export const pastedTextIsGone = "The pasted text is no longer kept. Paste it again.";
export const partOfThisPage = "A part of this page could not be loaded. Reload the page.";

export const startLabel = "the start";
export const notes = "Notes";
export const assessmentOf = (name: string) => `Assessment of ${name}`;
export const commentOn = (name: string) => `Comment on ${name}`;

export const goBackToUnsavedChanges = "Go back to your unsaved changes.";

export const pastePgn = "Paste a PGN";
export const oneGameWithVariations =
  "One game, with variations and comments if you like. It joins your games only when you save it.";

export const setUpPosition = "Set up a position";
export const positionAsText = "The same position as text, to copy or to paste.";

export const savedWithFinishedGames = "Saved with your finished games.";
export const promoteVariation = "Promote variation";
export const deleteFromHere = "Delete from here";
export const setUpPositionLabel = "Set up position";
export const pastePgnLabel = "Paste PGN";
export const copyNote = (name: string) => `${name} copied.`;
export const copy = (name: string) => `Copy ${name}`;
export const withAllVariationsAndComments = "With all variations and comments";
export const saveAsStudy = "Save as study";
export const saveChanges = "Save changes";
export const savedLabel = "Saved";
export const appearsAmongFinishedGames = (moves: number) =>
  `Saved with your finished games (${moves === 1 ? "1 move" : `${moves} moves`}).`;
