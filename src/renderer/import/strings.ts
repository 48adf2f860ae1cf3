// import-dialog.tsx
export const importGames = "Import games";
export const whatWasPasted = "what was pasted";
export const importWhatIsPasted = "Import what is pasted";
export const drop = "Drop";
export const filesHereOfOneGame = "files here, of one game or of thousands.";
export const chooseFiles = "Choose files";
export const orPaste = (name: string | undefined) => `Or paste ${name}`;
export const commentsVariationsGlyphsClocks = "Comments, variations, glyphs, clocks and scores are kept.";
export const games = (count: number) => (count === 1 ? "1 game" : `${count} games`);
export const thisGameWasImported = "This game was imported before: here it is.";
export const stop = "Stop";
export const importMore = "Import more";
export const done = "Done";
export const gamesRead = "Games read";
export const reading = "Reading";
export const thenMore = (waiting: number) => `, then ${waiting} more`;
export const imported = (games: string) => `${games} imported`;
export const alreadyHere = (games: string) => `, ${games} already here`;
export const refused = (games: string) => `, ${games} refused`;
export const skipped = (games: string) => `, ${games} skipped`;
export const refusedGames = "Refused games";
export const game = (number: number) => `Game ${number}`;
export const ofLabel = " of ";
export const line = (line: number) => `, line ${line}`;
export const andMore = (games: string) => `And ${games} more.`;
export const saveGamesThatWere = "Save the games that were not imported";

// importing.ts
export const thereIsNoGameIn = (name: string) => `There is no game in ${name}.`;
export const cannotBeRead = (name: string) => `${name} cannot be read.`;
