import type { Unrated } from "../../shared/api.ts";

export * from "../ui/strings.ts";

export const offers = "Offers";
export const takesLastMoveBack = "Takes the last move back";
export const takesYourLastMoveBack = "Takes your last move back";
export const asksYourOpponentToTake = "Asks your opponent to take your last move back";
export const takeback = "Take back";
export const agreeOnDraw = {
  title: "Agree on a draw?",
  text: "The game ends as a draw. This cannot be undone.",
  action: "Agree on a draw",
};
export const offerDraw = {
  title: "Offer a draw?",
  text: "If your opponent accepts, the game ends as a draw. The offer stands until they answer or move.",
  action: "Offer draw",
};
export const doesResign = (seat: string) => `Resign for ${seat}?`;
export const resignThisGame = "Resign this game?";
export const yourOpponent = "Your opponent";
export const winsThisCannotBeUndone = (winner: string) => `${winner} wins. This cannot be undone.`;

export const agentInSeat = (seat: string) => `${seat}, an assistant`;
export const waitsForAgent = "waits for an assistant";
export const toMoveFor = (time: string) => `· to move for ${time}`;
export const resumePromptCopiedPaste = "Resume prompt copied. Paste it into the assistant that is to continue.";
export const resumePrompt = "Resume prompt";
export const freeSeat = (seat: string) => ({
  title: `Free ${seat}’s seat?`,
  text: "The assistant will no longer be able to move, and another one can take its place with the join prompt.",
  action: "Free seat",
});
const agentCanNoLongerMove = "The assistant will no longer be able to move, and the game will not be rated.";
export const takeOver = (seat: string) => ({
  title: `Play ${seat} yourself?`,
  text: agentCanNoLongerMove,
  action: "Take over",
});
export const giveToComputer = (seat: string, level: number) => ({
  title: `Let the computer play ${seat}?`,
  text: `${agentCanNoLongerMove} The computer continues at level ${level}.`,
  action: "Give to the computer",
});
export const disconnected = "disconnected";
export const asleepUntilItsTurn = "asleep until its turn";
export const connectedAndWaiting = "connected and waiting";
export const notHeardFromSince = "no call in this game since Kibitz started";
export const lastCallAgo = (time: string) => `last call ${time} ago`;

export const moveOfOfLine = (count: number, moves: number) => `move ${count} of ${moves} of a line`;
export const playEnterConfirmsEscapeCancels = (move: string) => `Play ${move}? Enter confirms, Escape cancels`;
export const ofLabel = (ply: number, history: number) => `${ply} of ${history}`;

export const finalPosition = "Final position";
export const evaluationHidden = "Evaluation hidden";
export const evaluationHiddenInLeague = "No evaluation before the end of a league’s game";
export const showEvaluation = (othersToo: boolean) => ({
  title: "Show the evaluation?",
  text: `You will see the engine’s evaluation, and its best move as an arrow on the board. The game record will show that you looked${othersToo ? ", and everyone at the table can see it" : ""}.`,
  action: "Show evaluation",
});

export const lessThanSecondsLeft = (lowms: number) => `Less than ${lowms} seconds left`;

const itEndsWithoutResult = "It ends without a result, and its players are told. This cannot be undone.";
export const abortGame = { title: "Abort this game?", text: itEndsWithoutResult, action: "Abort" };
export const endGame = { title: "End this game?", text: itEndsWithoutResult, action: "End game" };

export const eventLog = "Event log";
export const showEarlier = "Show earlier";

export const samePositionStoodElsewhere =
  "During the game, the same position stood on another board here that showed a computer’s move:";
export const ply = (ply: number) => `(ply ${ply})`;

export const goBackToLivePosition = "Go back to the live position to move.";
export const thereIsNoGame = "There is no game with this number here.";
export const computer = "The computer";
export const declinesDraw = "declines the draw";
export const declinesToTakeBack = "declines the takeback";
export const youDeclined = { drawDeclined: "declined the draw", takebackDeclined: "declined the takeback" } as const;

export const notesCouldNotBeLoaded = (problem: string) => `The notes on this game could not be loaded. ${problem}`;
export const tryAgain = "Try again";

export const fetchingGame = "Fetching the game…";

const stepKeys = [
  ["← →", "Previous move, next move"],
  ["Home End", "First position, last position"],
  ["f", "Flip board"],
] as const;
const boardKeys = [
  ["Tab, then arrow keys", "Move around the board; Enter picks up and puts down a piece"],
  ["?", "Show these shortcuts"],
] as const;
/** The keys of each page, described. */
export const keysOf = {
  game: [
    ...stepKeys,
    ["m", "Next mistake found by the review"],
    ["z", "Zen mode: only the board and its players"],
    ["Enter", "Confirm a move (if “Confirm moves” is on)"],
    ["Escape", "Cancel the premove, or the move to be confirmed"],
    ...boardKeys,
  ],
  analysis: [
    ...stepKeys,
    ["↑ ↓", "Previous alternative, next alternative"],
    ["Delete", "Delete the move and all that follow it"],
    ["Ctrl+Z", "Undo"],
    ...boardKeys,
  ],
} as const;
export const keyboardShortcuts = "Keyboard shortcuts";

export const thisPageDoesNotKnow = (kind: string) =>
  `This page does not know the game “${kind}”. Reload it, or update Kibitz.`;
export const partOfThisPage = "The part of this page that shows the game could not be loaded. Reload the page.";

export const noMovesYet = "No moves yet";

export const firstPositionHome = "First position (Home)";
export const previousMove = "Previous move (←)";
export const nextMove = "Next move (→)";
export const lastPositionEnd = "Last position (End)";
export const walkThroughGame = "Walk through the game";

export const lessThanSecondsLeftForThisMove = (lowms: number) => `Less than ${lowms} seconds left for this move`;
export const timeForThisMove = (seat: string) => `${seat}’s time for this move`;
export const leftForThisMove = "Left for this move, by the league’s rules";
export const forThisMove = "for this move";
export const sinceLastMove = "Since the last move";

export const acceptDraw = { title: "Accept the draw?", text: "The game ends as a draw.", action: "Accept draw" };
export const allowTakeback = "Allow takeback";

export const itIsNotYourTurn = "It is not your turn.";

export const waitingForAgent = "Waiting for an assistant";

export const goToRematch = "Go to the rematch";
export const gameOfMatch = (at: number, several: number) => `game ${at} of ${several}`;
/** @param own the person's name in the match; null for a spectator */
export const matchOutcome = (own: string | null, winner: string | null, points: string) =>
  winner === null
    ? `The match is drawn ${points}.`
    : `${own === null ? winner : "You"} ${own === null || own === winner ? "won" : "lost"} the match ${points}.`;
const ends: Readonly<Record<string, string>> = { one: "st", two: "nd", few: "rd" };
export const yourPlace = (rank: number, of: number) =>
  `You are ${rank}${ends[new Intl.PluralRules("en", { type: "ordinal" }).select(rank)] ?? "th"} of ${of}.`;
export const youAreOut = (league: string) => `You are out of ${league}.`;
export const backTo = (league: string) => `Back to ${league}`;
export const nextGameOfMatch = "Next game of the match";
export const newOpponent = "New opponent";

// review/graph.tsx
export const chancesOverGame = (seat: string) => `${seat}’s chances over the game`;
export const startPercent = (chance: number) => `The start: ${chance} percent`;
export const percent = (number: string, move: string, text: string, chance: number) =>
  `${number} ${move}${text}: ${chance} percent`;

// review/review-panel.tsx
export const startingTheEngine = "Starting the engine…";
export const positionsAnalysed = (count: number, ofText: number) => `${count} of ${ofText} positions analysed`;
export const engineAnalysesEveryPosition =
  "The engine analyses every position: how the chances changed, and which moves gave something away.";
export const reviewThisGame = "Review this game";
export const gameIsReviewed = "The game is reviewed.";
export const judgementHeads = { inaccuracy: "Inaccuracies", mistake: "Mistakes", blunder: "Blunders" } as const;
export const averageCentipawnLoss = "Average centipawn loss";
export const accuracy = "Accuracy";
export const loss = "Loss (cp)";
export const time = "Time";
export const nextMistakeM = "Next mistake (m)";
export const nextMistake = "Next mistake";
export const noMistakesFound = "No mistakes found.";
export const nodesPerPosition = (number: string) => `${number} nodes per position`;
export const judgementTitles = { inaccuracy: "Inaccuracy", mistake: "Mistake", blunder: "Blunder" } as const;
export const betterWas = "Better:";

export const rules = "Rules";

export const share = "Share";
export const shareThisGame = "Share this game";
export const allMovesForOtherPrograms = "All moves, for other programs";
export const positionOnBoard = "The position on the board";
export const copyNote = (name: string | undefined) => `${name} copied.`;
export const copy = (name: string | undefined) => `Copy ${name}`;
export const link = "Link";
export const thisPageForWhoever = "This page, for anyone who is signed in to this Kibitz";
export const copyLink = "Copy link";
export const linkCopied = "Link copied.";
export const copyEmbedding = "Copy embed code";
export const embeddingCopied = "Embed code copied. Put the replay page beside your own page.";
export const picture = "Picture";
export const positionOnBoardAsPng = "The position on the board, as a PNG file";
export const savePicture = "Save picture";
export const replayPage = "Replay page";
export const oneFileThatReplaysGame = "One file that replays the game in any browser";
export const saveReplayPage = "Save replay page";

export const lineMoveOf = (count: number, moves: number) => `Line: move ${count} of ${moves}`;
export const backToGame = "Back to the game";
export const viewing = (move: string | null) => `Viewing ${move === null ? "the start" : `move ${move}`}`;
export const backToLive = "Back to live";
export const waitingForAgentToSit = "Waiting for an assistant to join";
export const waitingForChoice = "Waiting for a choice";
export const isAsleepUntilYouMove = "is asleep until you move";
export const isThinking = "is thinking";
export const ownOffers = { draw: "You offered a draw", takeback: "You asked to take a move back" } as const;
export const hasGoneQuiet = "has gone quiet.";
export const whatToDo = "What to do";
export const isNotWaiting = "is not waiting.";
export const hasNotCome = "has not come yet.";
export const hasNotComeYet = "does not know of this game yet.";
export const hasDisconnected = "has disconnected.";
export const clocksStartIn = (seconds: number) => `The time starts in ${seconds} s.`;
export const withdraw = "Withdraw";
export const withdrawsYourRequest = "Takes your request back";
export const promptCopiedPasteItInto = (nameOf: string) => `Prompt copied. Paste it into ${nameOf}.`;
export const openAssistant = (title: string) => `Open ${title}`;
export const opensWithThePrompt = "Opens a new chat in which the prompt is ready to send.";
export const clocksStartWhenBothHave = "The clocks start when both have moved.";
export const gameGameId = (gameId: string, title: string) => `Game ${gameId} · ${title}`;

export const illegal = (illegal: number) => `, ${illegal} illegal`;
export const isRated = "Rated";
export const unratedBecause: Readonly<Record<Unrated, string>> = {
  no_league: "Not rated",
  help: "Not rated: a move was taken back, or an evaluation could be seen",
  armageddon: "Not rated: it decided a level match",
  unfinished: "Not rated: its league broke it off",
  cut_short: "Not rated: it reached its league’s maximum length",
  not_played: "Not rated: it ended before both had moved",
  by_lot: "Not rated: too many moves of a side were random",
};
export const thisGameIsDeleted = "This game is deleted.";
export const endThisGameLabel = "End this game";

export const tabs = { Review: "Review", Talk: "Talk", Log: "Log", Game: "Game" } as const;
export const unreadText = (count: number) => `${count} unread`;

export const taunts = ["Good luck!", "Is that all?", "My toaster plays better.", "Think again…", "Good game!"] as const;
export const nobodyHasSaidAnythingYet = "Nobody has said anything yet.";
export const onlyPlayersSpeak = "Only the players can talk in this game.";
export const spectators = "Spectators";
export const tauntsTitle = "Taunts";
export const saySomething = "Say something";
export const say = "Say";

export const leaveZenMode = "Leave zen mode";

export const thoughtsAreOpen = "Spectators see the players’ thoughts at once.";
export const saidOtherwise = ", said otherwise";
export const withThoughts = "With thoughts";
