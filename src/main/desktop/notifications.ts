import { matchNotice, turnNotice } from "../../shared/turn-notices.ts";
import type { DesktopGames } from "../desktop-games.ts";
import type { DesktopCalls } from "../desktop-invitations.ts";
import type { Notifier } from "./notifier.ts";
import { gamePlace, leaguePlace } from "./places.ts";

/** Notifies the person of their turn and of draw offers. Returns a function that stops it. */
export function notifyOfTurns(games: DesktopGames, { tell, forget }: Notifier): () => void {
  /** The state of each game after its last event. */
  const before = new Map(games.list().map((game) => [game.id, game]));
  return games.listen((id, game) => {
    const last = before.get(id) ?? null;
    if (game === null) before.delete(id);
    else before.set(id, game);
    const news = game && turnNotice(last, game);
    if (news) tell(id, { ...news, place: gamePlace(id) });
    // The person has moved on another board meanwhile.
    else if (!game?.isPersonsTurn && !game?.offer) forget(id);
  });
}

/** Notifies the person of matches that wait for them. Returns a function that stops it. */
export function notifyOfInvitations(calls: DesktopCalls, { tell, forget }: Notifier): () => void {
  let told: ReadonlySet<string> = new Set();
  return calls.listen(() => {
    const standing = new Map(calls.list().map((each) => [`${each.league_id}.${each.entrant}.${each.round}`, each]));
    for (const key of told) if (!standing.has(key)) forget(key);
    for (const [key, match] of standing) {
      if (!told.has(key)) tell(key, { ...matchNotice(match), place: leaguePlace(match.league_id) });
    }
    told = new Set(standing.keys());
  });
}
