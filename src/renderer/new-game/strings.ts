export * from "../ui/strings.ts";

export const clockMinutesSecondsPerMove = "Clock: minutes + seconds per move";
export const minutesPerSide = "Minutes per side";
export const secondsPerMove = "Seconds per move";

export const none = "None";
export const custom = "Custom";
export const from1SecondTo24 = "From 1 second to 24 hours";
export const between0And3600Seconds = "Between 0 and 3600 seconds";

export const gameIsReady = (gameId: string) => `Game ${gameId} is ready`;
export const openBoard = "Open the board";
export const yourAssistant = "your assistant";
export const pasteThisForSeat = (seat: string) => `Paste this into the assistant that is to play ${seat}.`;
export const pasteThisInto = (assistant: string) => `Paste this into ${assistant}. The game starts when it joins.`;
export const isItNotConnected = "Not connected to Kibitz yet?";

export const aboutEloOnKibitzScale = (elo: number, round: number) =>
  `About ${elo} Elo (± ${round}) on Kibitz’s own scale, not comparable with people’s ratings.`;

export const levelWords = [
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
];

export const clockLimits = "Clock: 1 second to 24 hours for each side, plus at most an hour per move.";

export const random = "Random";
export const youPlay = "You play";
export const agentPlays = "The assistant plays";
export const levelOf = (seat: string) => `${seat}’s level`;
export const computersLevel = "Computer’s level";
export const seatIs = (seat: string) => `${seat} is`;
export const youShareThisBoard = "You share this board and move in turn.";

export const boardFor = "The board for this could not be loaded. Reload the page.";
export const positionIsSet = "one is set";
export const setUpOnBoard = "Set up on a board";

export const partOfThisPage = "The part of this page that reads this could not be loaded. Reload the page.";

export const computer = "Computer";
export const agent = "Assistant";
export const friend = "A friend";

export const openThoughts = "Spectators see thoughts at once";
