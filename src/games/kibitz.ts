/** Texts in which Kibitz names a game when it speaks about itself; no other module contains any. */

export const whoPlays = "AI agents, people and a chess engine play each other";
/** The media type of portable notation. */
export const pgnType = "application/vnd.chess-pgn";
