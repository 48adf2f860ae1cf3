import type { Unrated } from "../../shared/api.ts";

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
export const showEvaluation = (othersToo: boolean) => ({
  title: "Show the evaluation?",
  text: `You will see the engine’s evaluation, and its best move as an arrow on the board. The game record will show that you looked${othersToo ? ", and everyone at the table can see it" : ""}.`,
  action: "Show evaluation",
});

const itEndsWithoutResult = "It ends without a result, and its players are told. This cannot be undone.";
export const abortGame = { title: "Abort this game?", text: itEndsWithoutResult, action: "Abort" };
export const endGame = { title: "End this game?", text: itEndsWithoutResult, action: "End game" };

export const goBackToLivePosition = "Go back to the live position to move.";
export const youDeclined = { drawDeclined: "declined the draw", takebackDeclined: "declined the takeback" } as const;

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

export const acceptDraw = { title: "Accept the draw?", text: "The game ends as a draw.", action: "Accept draw" };
/** @param own the person's name in the match; null for a spectator */
export const matchOutcome = (own: string | null, winner: string | null, points: string) =>
  winner === null
    ? `The match is drawn ${points}.`
    : `${own === null ? winner : "You"} ${own === null || own === winner ? "won" : "lost"} the match ${points}.`;
const ordinalEndings: Readonly<Record<string, string>> = { one: "st", two: "nd", few: "rd" };
export const yourPlace = (rank: number, of: number) =>
  `You are ${rank}${ordinalEndings[new Intl.PluralRules("en", { type: "ordinal" }).select(rank)] ?? "th"} of ${of}.`;

export const chancesOverGame = (seat: string) => `${seat}’s chances over the game`;

export const judgementHeads = { inaccuracy: "Inaccuracies", mistake: "Mistakes", blunder: "Blunders" } as const;
export const judgementTitles = { inaccuracy: "Inaccuracy", mistake: "Mistake", blunder: "Blunder" } as const;
export const viewing = (move: string | null) => `Viewing ${move === null ? "the start" : `move ${move}`}`;
export const ownOffers = { draw: "You offered a draw", takeback: "You asked to take a move back" } as const;

export const unratedBecause: Readonly<Record<Unrated, string>> = {
  no_league: "Not rated",
  help: "Not rated: a move was taken back, or an evaluation could be seen",
  armageddon: "Not rated: it decided a level match",
  unfinished: "Not rated: its league broke it off",
  cut_short: "Not rated: it reached its league’s maximum length",
  not_played: "Not rated: it ended before both had moved",
  by_lot: "Not rated: too many moves of a side were random",
};

export const tabTitles = { Review: "Review", Talk: "Talk", Log: "Log", Game: "Game" } as const;

export const taunts = ["Good luck!", "Is that all?", "My toaster plays better.", "Think again…", "Good game!"] as const;
