import { effect } from "@preact/signals";
import { volume } from "../settings/settings.ts";
import type { GameModel } from "./game-model.ts";
import { play } from "./synthesiser.ts";

/** Plays the sounds of moves while the page is open. Returns a function that stops it. */
export function soundsOf(model: GameModel): () => void {
  let heard: { readonly ply: number; readonly over: boolean } | null = null;
  return effect(() => {
    if (!model.told.value) return;
    const { game, play: part } = model.told.value;
    const before = heard;
    heard = { ply: game.history.length, over: game.result !== null };
    if (before === null || volume.peek() === 0) return;
    if (heard.over && !before.over) play("end", volume.peek());
    else if (heard.ply > before.ply) play(part.soundOf(game.history.at(-1)?.text ?? ""), volume.peek());
  });
}
