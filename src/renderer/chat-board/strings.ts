export * from "../ui/strings.ts";

export const waitingForBoard = "Waiting for the board…";
export const noBoard = "No board for this step.";
export const unknownGame = "This page does not know this game. Open it in Kibitz.";
export const gameNumber = (title: string, id: string) => `${title}, game ${id}`;

export const waitingForAgent = "Waiting for an assistant";
export const you = "you";
export const material = "Material";

export const yourMove = "Your move";
export const move = "Move";
export const sendAgain = "Send again";
export const sending = "Sending…";
export const claim = (win: string) => `Claim ${win}`;

export const fullScreen = "Full screen";
export const backToChat = "Back to the chat";
export const savePgn = "Save PGN";
export const openInKibitz = "Open in Kibitz";
export const notSaved = "The chat did not save it.";
export const notOpened = (url: string) => `The chat did not open it. The game is at ${url}`;

export const drawAndResignation = "Draw and resignation";
export const offerDraw = "Offer draw";
export const acceptDraw = "Accept";
export const yesResign = "Yes, resign";
export const yesAccept = "Yes, draw";
export const keepPlaying = "Play on";

export const askForRematch = (gameId: string) =>
  `I would like a rematch of Kibitz game ${gameId}: call rematch with game_id “${gameId}”.`;

export const playedText = "played";
export const answerOrPlayOn = (offer: string) => `${offer}. Answer it, or play on.`;
export const ownOffer = "Your draw offer stands until it is answered or the opponent moves.";
export const declinedText = "Your offer was declined.";
export const sendingOf = (noun: string) => `Sending ${noun}…`;
export const isPlayed = (move: string) => `${move} is played.`;
export const doneText = "Done.";
export const handedOver = (noun: string) => `Handed to the chat: ${noun}. The assistant answers there.`;
export const noAnswer = (noun: string) =>
  `No answer to ${noun} yet. If the game does not continue, send it again: it never counts twice.`;
export const lost = (reason: string) => `Connection lost: ${reason}. Trying again…`;
export const boardIsNotUpdated = "This chat does not update the board. The next answer brings a new one.";
export const assistantIsAsleep = "The assistant is asleep until you move.";
export const assistantTold = "The assistant has been told.";
export const assistantHasNotAnswered = (noun: string) =>
  `The assistant has not answered yet. If a message is waiting in the chat’s input field, send it; otherwise tell it that ${noun}.`;
export const assistantIsNotListening = (noun: string) => `The assistant is not waiting for you. Tell it that ${noun}.`;

export const yourDrawOffer = "your draw offer";
export const yourAnswer = "your answer";
export const yourResignation = "your resignation";
export const mayBeLost = (reason: string) => `${reason} It may not have arrived. Send it again: it never counts twice.`;
export const showsOnly = "This board only shows the game. Move in the Kibitz window.";
export const chooseFirst = "Choose a move first: on the board, or in the field.";
export const notLegal = (text: string) => `“${text}” is not a legal move here.`;

// follow.ts, host/
export const noAnswerInTime = "The chat did not answer in time";
export const noAnswerAtAll = "No answer";
export const noReason = "The host gave no reason";
export const notAnAnswer = "The host’s answer could not be read";
export const noReasonFromKibitz = "Kibitz refused, and gave no reason";
export const notPassedOn = "The chat could not pass it on";
export const worksOnlyInChat = "This page works only in a chat: open the board there";
