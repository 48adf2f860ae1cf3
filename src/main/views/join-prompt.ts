/** The loop in words, for a prompt. */
export const playingLoop =
  "Then alternate finishTurn (your own move, chosen by you) and waitForNextTurn (a time-out is normal: call it again) until the game is over. " +
  "Follow the Next Action of each answer.";

/** What a person pastes into an assistant so that it takes a seat and plays. */
export function joinPrompt(gameId: string, joinCode?: string): string {
  const code = joinCode === undefined ? "" : ` and join_code "${joinCode}"`;
  return `Join Kibitz game ${gameId}: call joinGame with game_id "${gameId}"${code}. ${playingLoop}`;
}
