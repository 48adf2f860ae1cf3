// copy-button.tsx
export const copied = "Copied.";
export const browserDidNotAllowCopying = "The browser did not allow copying. Select the text and copy it by hand.";

// dialog.tsx
export const cancel = "Cancel";
export const close = "Close";

// evaluation-bar.tsx
export const evaluating = "Evaluating";
export const noEvaluation = "No evaluation";
export const evaluation = (text: string) => `Evaluation ${text}`;

// column-guide.tsx
export const columnGuide = "Column guide";

// join-prompt-button.tsx
export const joinPromptCopied = "Join prompt copied. Paste it into your assistant.";
export const copyJoinPrompt = "Copy join prompt";

// offers.ts
export const offersDraw = "offers a draw";
export const asksToTakeMoveBack = "asks to take a move back";

// save-file.ts
export const thisBrowserCouldNotDraw = "This browser could not draw the picture.";

// shown-name.ts
export const human = "Human";
export const you = "You";
