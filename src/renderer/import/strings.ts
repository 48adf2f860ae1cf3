export * from "../ui/strings.ts";

export const whatWasPasted = "Pasted text";
export const importPasted = (name: string | undefined) => `Import pasted ${name}`;
export const drop = "Drop";
export const filesHereOfOneGame = "files here: one game or thousands.";
export const chooseFiles = "Choose files";
export const orPaste = (name: string) => `Or paste ${name}`;
export const commentsVariationsGlyphsClocks =
  "Comments, variations, signs such as !?, clock times and evaluations are kept.";
export const thisGameWasImported = "This game was imported before: here it is.";
export const importMore = "Import more";
export const gamesRead = "Games read";
export const reading = "Reading";
export const thenMore = (waiting: number) => `, then ${waiting} more`;
export const importedText = (games: string) => `${games} imported`;
export const alreadyHere = (games: string) => `, ${games} already here`;
export const isHere = (id: string) => `It was imported before: game ${id}.`;
export const addsNotes = (id: string) => `It is game ${id} here, without some of these notes.`;
export const updatedText = (games: string) => `, notes added to ${games}`;
export const addNotesTo = (games: string) => `Add the notes to ${games}`;
export const refusedText = (games: string) => `, ${games} refused`;
export const skippedText = (games: string) => `, ${games} skipped`;
export const importedGames = "Imported games";
export const refusedGames = "Games that were not imported";
export const game = (number: number) => `Game ${number}`;
export const ofLabel = " of ";
export const line = (line: number) => `, line ${line}`;
export const andMore = (games: string) => `And ${games} not listed.`;
export const saveGamesThatWere = "Save games not imported";

export const thereIsNoGameIn = (name: string) => `${name} contains no games.`;
