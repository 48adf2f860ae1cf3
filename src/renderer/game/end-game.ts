import { endGame } from "../api/client.ts";
import type { Question } from "../ui/confirm.tsx";
import type { GameModel } from "./game-model.ts";
import * as strings from "./strings.ts";

/** Ends the game without a result, after a question whose words depend on how far the game is. */
export const endGameAfterQuestion =
  (model: GameModel, confirm: (question: Question) => void) =>
  (action: "abort" | "end"): void =>
    confirm({
      title: action === "abort" ? strings.abortThisGame : strings.endThisGame,
      text: strings.itEndsWithoutResult,
      action: action === "abort" ? strings.abort : strings.endGame,
      danger: true,
      run: () => void model.take(endGame(model.id)),
    });
