/** What Kibitz says of itself that names a game, since nobody else does. */

export const whoPlays = "AI agents, people and a chess engine play each other";
/** The media type of portable notation. */
export const pgnType = "application/vnd.chess-pgn";
