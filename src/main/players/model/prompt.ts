import { gameOf } from "../../../games/register.ts";
import type { ModelSettings } from "../../../shared/player-settings.ts";
import type { Thought } from "../driver.ts";

/** What a model is told: who it is and what the rules are, and the position. */
export interface ModelPrompt {
  readonly system: string;
  readonly user: string;
}

/** Made of the game's own words, of what the settings and the league let it know. */
export function promptFor(thought: Thought, told: ModelSettings["prompt"], complaint: string | null): ModelPrompt {
  const { kind, seat, view, options, legalMoves, legalShown, history, refused } = thought;
  const { title, words } = gameOf(kind);
  const refusals = refused.map(({ text, reason }) => `Your answer ${JSON.stringify(text)} was refused: ${reason}`);
  const parts = [
    ...(told.board ? [words.board(view)] : []),
    ...(told.fen ? [words.line(view)] : []),
    ...(told.history && history.length > 0 ? [`Moves so far: ${words.moves(options, history)}`] : []),
    ...(told.legal && legalShown ? [`Your legal moves:\n${legalMoves.join(" ")}`] : []),
    ...refusals,
    ...(complaint === null ? [] : [complaint]),
    `You are ${seat}, and it is your move.`,
  ];
  return {
    system: [
      `You play ${title} as ${seat}, to win. You are asked for one move at a time.`,
      words.rules.trim(),
      `Answer with ${words.moveForm}. End your answer with a line of its own that says nothing but the move, in this form:\nMOVE: <your move>`,
    ].join("\n\n"),
    user: parts.join("\n\n"),
  };
}
