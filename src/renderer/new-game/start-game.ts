import { findPage, pages } from "../../games/pages.ts";
import type { GameDetail } from "../../shared/api.ts";
import type { Answer } from "../api/answer.ts";
import { createGame, type NewGame } from "../api/client.ts";
import { navigate } from "../app/route.ts";
import { gameAddress } from "../game/address.ts";
import { toast } from "../ui/toasts.tsx";
import { type Pairing, requestOf } from "./draft.ts";
import { savedDraft } from "./saved-draft.ts";

/** Creates a game and goes to it. A refusal is shown as a toast. */
export async function startGame(request: NewGame): Promise<Answer<GameDetail>> {
  const made = await createGame(request);
  if (made.ok) navigate(gameAddress.path({ id: made.value.game_id }));
  else toast(made.message, "problem");
  return made;
}

/** Creates a game for these players, with the other choices of the last game, and goes to it. */
export function startAsLastTime(pairing: Pairing): Promise<Answer<GameDetail>> {
  const draft = savedDraft();
  const { seats } = findPage(draft.game) ?? pages[0];
  return startGame(requestOf({ ...draft, pairing }, seats, {}));
}
