import type { Invitation } from "../shared/leagues.ts";
import { createListeners } from "../shared/listeners.ts";
import { invitationsIn } from "./league/invitations.ts";
import type { LeagueServices } from "./league/services.ts";

/**
 * The matches of leagues that wait for the person, for the tray, the badge and notifications. Invitations that are open at
 * the start are known a moment later, since leagues have to be read for them.
 */
export function desktopInvitations({ leagues, invitations }: Pick<LeagueServices, "leagues" | "invitations">) {
  const listeners = createListeners<[]>();
  /** By league. */
  const standing = new Map<string, readonly Invitation[]>();
  const learn = (league: string, next: readonly Invitation[]) => {
    const earlier = standing.get(league) ?? [];
    if (next.length === 0) standing.delete(league);
    else standing.set(league, next);
    if (nameOf(earlier) !== nameOf(next)) listeners.tell();
  };
  leagues.listen(({ value: { league } }) => learn(league.id, invitationsIn(league).invitations));
  void invitations.list().then((calls) => {
    for (const [league, own] of Map.groupBy(calls.invitations, ({ league_id }) => league_id))
      if (!standing.has(league)) learn(league, own);
  });
  return {
    list: (): readonly Invitation[] => [...standing.values()].flat(),
    /** Calls when the list has changed. Returns a function that stops it. */
    listen: listeners.listen,
  };
}

const nameOf = (calls: readonly Invitation[]): string =>
  calls.map(({ entrant, round }) => `${entrant}.${round}`).join(" ");
