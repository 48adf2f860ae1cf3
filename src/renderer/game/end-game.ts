import { endGame } from "../api/client.ts";
import type { Question } from "../ui/confirm.tsx";
import type { GameModel } from "./game-model.ts";

/** Ends the game without a result, after a question; what that is called depends on how far it is. */
export const endGameAfterQuestion =
  (model: GameModel, confirm: (question: Question) => void) =>
  (action: "Abort" | "End game"): void =>
    confirm({
      title: action === "Abort" ? "Abort this game?" : "End this game?",
      text: "It ends without a result, and its players are told. This cannot be undone.",
      action,
      danger: true,
      run: () => void model.take(endGame(model.id)),
    });
