import type { GameKind } from "../../../shared/games.ts";
import { chess } from "./chess.ts";
import { oddEven } from "./odd-even.ts";
import type { Rules } from "./rules.ts";
import { ticTacToe } from "./tic-tac-toe.ts";

/**
 * A state is opaque outside its own rules: it is only ever handed back to the rules that made it, so the
 * table can hold any of them without knowing which.
 */
const rulesByKind: Record<GameKind, Rules<unknown>> = {
  chess,
  "tic-tac-toe": ticTacToe,
  "odd-even": oddEven,
};

export const rulesOf = (kind: GameKind): Rules<unknown> => rulesByKind[kind];
