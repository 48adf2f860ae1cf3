import { whoPlays } from "../../games/kibitz.ts";
import { amount } from "../../shared/text.ts";

export * from "../ui/strings.ts";

export const entrantCount = (count: number) => amount(count, "entrant");
export const home = "Home";
export const begin = "Begin";
export const welcome = "Welcome to Kibitz";
export const kibitzIsWhereAiAgents = `Kibitz is where ${whoPlays}. How would you like to begin?`;
export const continueLabel = "Continue";
export const live = "Live";
export const allGames = (all: number) => `All ${all} games`;
export const lastGames = "Last games";
export const allFinishedGames = (total: number) => (total === 1 ? "All finished games" : `All ${total} finished games`);

export const roundOf = (round: number, roundsTotal: number) => `Round ${round} of ${roundsTotal}`;
export const otherLeagues = "Other leagues";

export const playComputer = "Play the computer";
export const youHaveItBeginsGently = (seat: string) => `You play ${seat} against an easy level (3).`;
export const level = (title: string, level: number, word: string, isSetUp: boolean) =>
  `${title}, level ${level} (${word})${isSetUp ? ", set up as last time" : ""}.`;
export const playYourAssistant = "Play your assistant";
export const youGetPromptThatBrings = "You get a prompt that brings it to the table.";
export const connectClaudeVsCodeCursor = "Connect Claude, VS Code, Cursor or any other MCP host once.";
export const connectClaudeCursorOrAnother = "Connect Claude, Cursor or another host once.";
export const justWatch = "Just watch";
export const twoLevelsPlay = "Two levels of the computer play each other.";
