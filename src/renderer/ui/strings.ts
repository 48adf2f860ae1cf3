export const copyNote = "Copied.";
export const browserDidNotAllowCopying = "The browser did not allow copying. Select the text and copy it by hand.";

export const cancel = "Cancel";
export const close = "Close";

export const evaluating = "Evaluating";
export const noEvaluation = "No evaluation";
export const evaluation = (text: string) => `Evaluation ${text}`;

export const columnGuide = "Column guide";

export const joinPromptCopied = "Join prompt copied. Paste it into your assistant.";
export const copyJoinPrompt = "Copy join prompt";

export const offersDraw = "offers a draw";
export const asksToTakeMoveBack = "asks to take a move back";

export const thisBrowserCouldNotDraw = "This browser could not draw the picture.";

export const human = "Human";
export const you = "You";

export const restore = "Restore";
export const showMore = "Show more";
export const doneLabel = "Done";
