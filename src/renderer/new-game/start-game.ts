import { findPage, pages } from "../../games/pages.ts";
import { createGame, type NewGame } from "../api/client.ts";
import { gameAddress } from "../app/address.ts";
import { navigate } from "../app/route.ts";
import { valueOrToast } from "../ui/toasts.tsx";
import { type Pairing, requestOf, savedDraft } from "./draft.ts";

/** Creates a game and goes to it. A refusal is shown as a toast. */
export async function startGame(request: NewGame): Promise<void> {
  const game = await valueOrToast(createGame(request));
  if (game) navigate(gameAddress.path({ id: game.game_id }));
}

/** Creates a game for these players, with the other choices of the last game, and goes to it. */
export function startAsLastTime(pairing: Pairing): Promise<void> {
  const draft = savedDraft();
  const { seats } = findPage(draft.game) ?? pages[0];
  return startGame(requestOf({ ...draft, pairing }, seats, {}));
}
