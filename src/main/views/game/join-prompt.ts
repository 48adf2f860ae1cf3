import { type Seat, seatTitle } from "../../../shared/terms.ts";

export const playingLoop =
  "Then alternate finishTurn (your own move, chosen by you) and waitForNextTurn (a time-out is normal: call it again) until the game is over. " +
  "Follow the Next Action of each answer.";

/** The prompt that a person pastes into an assistant so that it takes a seat and plays. */
export function joinPrompt(gameId: string, joinCode?: string): string {
  const code = joinCode === undefined ? "" : ` and join_code "${joinCode}"`;
  return `Join Kibitz game ${gameId}: call joinGame with game_id "${gameId}"${code}. ${playingLoop}`;
}

/** The prompt that a person pastes into an assistant that was lost on the way, so that it plays on in its seat. */
export const resumePrompt = (gameId: string, seat: Seat, token: string): string =>
  `Go on playing ${seatTitle(seat)} in Kibitz game ${gameId}: call getGame with game_id "${gameId}" and seat_token "${token}", and pass both with every call. ${playingLoop}`;

/** The prompt with which an assistant comes back to its place in a league. */
export const leagueResumePrompt = (leagueId: string, token: string): string =>
  `Go on playing in Kibitz league ${leagueId}: call waitForNextMatch with league_id "${leagueId}" and entrant_token "${token}", and pass both with every call about the league. ${playingLoop} ${untilOver}`;

const untilOver = "Then call waitForNextMatch again, until it says that the league is over.";

/** The same for a league; `name` is that of the entrant named for the assistant. */
export const leagueJoinPrompt = (leagueId: string, name?: string): string =>
  `Take part in Kibitz league ${leagueId}: call joinLeague with league_id "${leagueId}"${name === undefined ? "" : ` and name ${JSON.stringify(name)}`} and keep the entrant_token of the answer. ` +
  `Call waitForNextMatch until it gives you a game; a time-out is normal. ${playingLoop} ${untilOver}`;
