import { findPage, pages } from "../../games/pages.ts";
import type { GameDetail } from "../../shared/api.ts";
import { createGame, type NewGame } from "../api/client.ts";
import { gameAddress } from "../app/address.ts";
import { navigate } from "../app/route.ts";
import { valueOrToast } from "../ui/toasts.tsx";
import { createdGame, newGameShown } from "./dialog-state.ts";
import { type Pairing, requestOf, savedDraft, savedOptions } from "./draft.ts";

/** Goes to a created game, or first shows the prompt that brings an assistant to it. */
export function openCreated(game: GameDetail, to: string = "your assistant"): void {
  const hasPrompt = Object.keys(game.join_prompts).length > 0;
  createdGame.value = hasPrompt ? { game, to } : null;
  newGameShown.value = hasPrompt;
  if (!hasPrompt) navigate(gameAddress.path({ id: game.game_id }));
}

/** Creates a game and opens it. A refusal is shown as a toast. */
export async function startGame(request: NewGame, to?: string): Promise<void> {
  const game = await valueOrToast(createGame(request));
  if (game) openCreated(game, to);
}

/** Creates a game for these players, with the other choices of the last game, and opens it. */
export function startAsLastTime(pairing: Pairing, to?: string): Promise<void> {
  const draft = savedDraft();
  const { seats } = findPage(draft.game) ?? pages[0];
  return startGame(requestOf({ ...draft, pairing }, seats, savedOptions()), to);
}
