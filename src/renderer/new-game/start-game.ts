import type { GameDetail } from "../../shared/api.ts";
import type { Answer } from "../api/answer.ts";
import { createGame, type NewGame } from "../api/client.ts";
import { navigate } from "../app/route.ts";
import { toast } from "../ui/toasts.tsx";

/** Sets a table and goes to it. What the host refuses is told in passing. */
export async function startGame(request: NewGame): Promise<Answer<GameDetail>> {
  const made = await createGame(request);
  if (made.ok) navigate(`/game/${made.value.game_id}`);
  else toast(made.message, "problem");
  return made;
}
