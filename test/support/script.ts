import type { Agent, Answer } from "./agents.ts";

/** Four plies to the quickest mate. Black wins. */
export const foolsMate = { white: ["f2f3", "g2g4"], black: ["e7e5", "d8h4"] };
/** Seven plies. White wins. */
export const scholarsMate = { white: ["e2e4", "d1h5", "f1c4", "h5f7"], black: ["e7e5", "b8c6", "g8f6"] };

/**
 * Plays as a model would: reads the answer, does its next action, and chooses a move when asked for one. Resolves
 * with the last answer, the one that says the game is over. Keeps what it read in `transcript`.
 */
export async function followNextActions(
  agent: Agent,
  first: Answer,
  choose: (answer: Answer) => string | Promise<string>,
  transcript: string[] = [],
): Promise<Answer> {
  let answer = first;
  transcript.push(answer.text);
  while (answer.data.next_action) {
    const { tool, arguments: args } = answer.data.next_action;
    const asked = tool === "finishTurn" ? { ...args, move: await choose(answer) } : args;
    answer = await agent.call(tool, asked);
    transcript.push(answer.text);
    if (answer.isError) throw new Error(`${tool} ${JSON.stringify(asked)} was refused: ${answer.text}`);
  }
  return answer;
}

/** Hands out moves one after the other. */
export function movesOf(list: readonly string[]): () => string {
  const left = [...list];
  return () => {
    const move = left.shift();
    if (move === undefined) throw new Error("the script has no more moves");
    return move;
  };
}
