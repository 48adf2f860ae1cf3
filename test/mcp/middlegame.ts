import type { ChessEngine } from "../../src/main/players/stockfish/pool.ts";
import { accept } from "../../src/shared/result.ts";
import type { PositionView } from "../../src/shared/terms.ts";
import type { Answer } from "../support/agents.ts";
import { openAgentHost } from "./agent-host.ts";

/** Forty-nine plies between two engines in UCI, most of them in a full middlegame: many moves are legal. */
const moves: readonly string[] = [
  ..."g1f3 d7d5 d2d4 c8f5 f3h4 f5d7 c2c4 e7e6 g2g3 f8e7 c4d5 e6d5 b1c3 g8f6 a2a3 c7c6 f1g2 d7e6".split(" "),
  ..."f2f4 e8g8 d1d3 a7a5 e1g1 h7h6 e2e3 a5a4 d3c2 b7b5 c1d2 f8e8 h4f3 d8c8 f1c1 e6f5 c2d1 c8b7".split(" "),
  ..."f3e5 b7c8 c3d5 a8a6 d1e2 f6d5 g2d5 f5e6 d5e4 e7d6 e4g2 e6b3 d2b4".split(" "),
];

/** Plays Black's moves of the game, and has no need to think. */
const book: ChessEngine = {
  pids: [],
  chooseMove: async ({ moves: played }) => accept(moves[played.length] ?? ""),
  warmUp: async () => {},
  close: async () => {},
};

/** Every answer that White's player reads in the game against the computer, each move with `wait: true`. */
export async function answersOf(view: PositionView): Promise<readonly Answer[]> {
  await using place = openAgentHost({ waitSeconds: () => 30 }, {}, book);
  const { call } = await place.connect({ name: "Deep Thought" });
  let answer = await call("createGame", { view });
  const answers = [answer];
  for (let ply = 0; ply < moves.length; ply += 2) {
    const wait = ply + 1 < moves.length;
    answer = await call("finishTurn", { ...answer.data.next_action.arguments, move: moves[ply], wait });
    answers.push(answer);
  }
  if (answer.data.ply !== moves.length) throw new Error(`the game went another way: ${answer.text}`);
  return answers;
}
