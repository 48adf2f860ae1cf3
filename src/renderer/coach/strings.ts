export * from "../ui/strings.ts";

export const coach = (title: string) => `Let it coach you: ${title}`;
export const coachLabel = "Let it coach you";
export const coachHint = "Adds the tools with which it reads a board that you share, and writes on it.";

export const assistantsNote = "Assistant:";

export const assistant = "Assistant";
export const shareWithMyAssistant = "Share with my assistant";
export const whoMayWrite = "Assistants on this computer may then read and write it.";
export const whoWrites = "Assistants on this computer read and write it.";
export const assistantAsksToShare =
  "An assistant asks you to share this board. Do so only if you asked one to look at it with you.";
export const follow = "Follow";
export const followHint = "The board goes where your assistant shows something.";
export const goThere = "Go there";
export const assistantShows = "Your assistant shows another place.";
export const copyPrompt = "Copy prompt";
export const promptCopied = "Prompt copied. Paste it into your assistant.";
export const findMove = "Find a move here.";
export const playItOnBoard = "Play it on the board.";
export const pass = "Pass";
export const accept = "Accept";
export const takeOut = "Remove";
export const acceptAll = "Accept all";
export const takeOutAll = "Remove all";
export const theStart = "the start";
export const asks = (place: string, question: string) => `Your assistant asks, at ${place}: ${question}`;
export const showsWith = (place: string, words: readonly string[]) =>
  `Your assistant shows ${place}${words.length > 0 ? `: ${words.join(", ")}` : "."}`;
export const drawn = (shapes: readonly string[]) =>
  `Drawn: ${shapes.map((shape) => shape.replace(/^([a-z]\d+)([a-z]\d+)$/, "$1 to $2")).join(", ")}.`;
export const movesOfAssistants = "This move is your assistant’s.";
export const sharedAnalysis = "Shared analysis";
export const somebodyWroteThere =
  "Somebody else has written there in the meantime, so part of your change was not made. Check it, and try again.";
export const sharedAgain = "Kibitz was restarted. This board is shared with your assistant again.";
export const noLongerShared =
  "This board is no longer shared: sharing was switched off, or other boards took its place. Everything on it is still here.";

export const walkThrough = "Walk through with my assistant";
export const walkThroughHint =
  "Shares its analysis board with the assistants on this computer, which may then read it and write on it. One that waits for you begins; otherwise a prompt for yours is copied.";
export const assistantBegins = "Your assistant has begun. Its comments appear here.";
