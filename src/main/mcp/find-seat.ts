import { accept, type Result } from "../../shared/result.ts";
import type { Holding } from "../games/authority.ts";
import type { LiveGame } from "../games/live-game.ts";
import type { Call } from "./call.ts";

/** A game, and the caller's seat in it; `held` is the refusal of a caller that shows none. */
export interface FoundSeat {
  readonly game: LiveGame;
  readonly held: Result<Holding>;
}

/**
 * Finds the caller's seat in a game. Where the copy here knows of none, the latest state decides: the caller may have
 * been seated at another host a moment ago. Refuses a game that is not there. Rejects with `Unavailable` where that state
 * cannot be read: without the database, nobody can say that a token opens no seat.
 * @param mayLookOn whether a caller without a token needs no seat
 */
export async function findSeat(
  { games, authority, credentials }: Pick<Call, "games" | "authority" | "credentials">,
  gameId: string,
  token: string | undefined,
  mayLookOn = false,
): Promise<Result<FoundSeat>> {
  const found = await games.get(gameId);
  if (!found.ok) return found;
  const { state } = found.value;
  if (token === undefined) await authority.lookUp(state);
  const held = authority.seatOf(state, credentials(token));
  if (held.ok || (mayLookOn && token === undefined)) return accept({ game: found.value, held });
  const latest = await games.latest(gameId);
  if (!latest.ok) return latest;
  return accept({ game: latest.value, held: authority.seatOf(latest.value.state, credentials(token)) });
}
