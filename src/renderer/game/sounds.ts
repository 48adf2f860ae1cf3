import { effect } from "@preact/signals";
import { sounds } from "../settings/settings.ts";
import type { GameModel } from "./game-model.ts";
import { play } from "./synthesiser.ts";

/** Lets moves be heard that are played while the page is open. Returns what ends it. */
export function soundsOf(model: GameModel): () => void {
  let heard: { readonly ply: number; readonly over: boolean } | null = null;
  return effect(() => {
    if (!model.told.value) return;
    const { game, play: part } = model.told.value;
    const before = heard;
    heard = { ply: game.history.length, over: game.result !== null };
    if (before === null || !sounds.peek()) return;
    if (heard.over && !before.over) play("end");
    else if (heard.ply > before.ply) play(part.soundOf(game.history.at(-1)?.san ?? ""));
  });
}
