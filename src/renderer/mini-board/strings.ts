export const unknownGame = "This page does not know this game.";
