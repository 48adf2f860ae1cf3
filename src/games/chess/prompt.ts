import type { PlayPrompt } from "../game.ts";

/** How an assistant is told to play, from what goes wrong when models play from memory. */
export const prompt: PlayPrompt = {
  name: "play_chess",
  title: "Play chess",
  description: "Start a chess game and play it well to the end, at a level and in a style.",
  advice: [
    "Read the position from the newest answer (its FEN and your legal moves), never from memory: name for yourself where the pieces stand that matter now.",
    "Ask what the opponent’s last move attacks, defends or threatens, and answer that first.",
    "Look at every check, capture and threat, yours and then the opponent’s reply to each of your two or three best moves. Reject a move that leaves a piece attacked more often than it is defended, or your king in danger.",
    "In the opening take the centre, bring out knights and bishops, castle early and move no piece twice without a reason. With more material exchange pieces, not pawns; with less keep the queens on and complicate. In the endgame bring the king out and push passed pawns.",
    "Copy the move as it stands among your legal moves. Pass claim_win only with a move that you have seen to be checkmate, claim_draw only with a threefold repetition or fifty moves without a capture or pawn move.",
  ],
  styles: {
    solid: "Play solidly: keep everything defended, take no risk that you cannot calculate, and win in the endgame.",
    attacking: "Play for attack: gain time, open lines towards the king, and sacrifice where you have calculated it.",
    positional: "Play positionally: better squares for your pieces, weak pawns for the opponent’s, and no hurry.",
    teaching: "Play to teach: say before each move what the position asks for, in words that a beginner follows.",
  },
};
