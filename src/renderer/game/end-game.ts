import { endGame } from "../api/client.ts";
import type { Question } from "../ui/dialog.tsx";
import type { GameModel } from "./game-model.ts";
import type * as strings from "./strings.ts";

/** Asks whether to end the game without a result, in words that depend on how far the game is. */
export const endQuestion = (model: GameModel, words: typeof strings.abortGame): Question => ({
  ...words,
  danger: true,
  run: () => void model.take(endGame(model.id)),
});
