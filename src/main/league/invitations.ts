import type { Invitation, MissedMatch, PersonInvitations } from "../../shared/leagues.ts";
import { accept, refuse } from "../../shared/result.ts";
import type { Games } from "../games/games.ts";
import type { Director } from "./director.ts";
import { type Leagues, MOST_LEAGUES } from "./leagues.ts";
import {
  type Entrant,
  entrantOf,
  entrantOn,
  isIn,
  type League,
  type Match,
  openGames,
  opponentName,
  placeOf,
} from "./machine/league.ts";

/** Most finished leagues, and milliseconds after their end, for which a missed match is shown. */
const LAST_OVER = 5;
const TOLD_MS = 86_400_000;
/** Milliseconds within which a game is created once everybody has come. */
const SOON_MS = 5_000;

/** Matches that the person at the window is invited to, as an entrant of leagues. */
export function createInvitations(
  leagues: Leagues,
  director: Pick<Director, "whenSettled">,
  games: Pick<Games, "get">,
  now: () => number,
) {
  return {
    list: async () => {
      const { leagues: live } = await leagues.list({ status: "live", limit: MOST_LEAGUES, after: null });
      const { leagues: over } = await leagues.list({ status: "finished", limit: LAST_OVER, after: null });
      const since = now() - TOLD_MS;
      const calls = [...live, ...over.filter(({ finishedAt }) => (finishedAt ?? 0) > since)].map(invitationsIn);
      return {
        invitations: calls
          .flatMap(({ invitations }) => invitations)
          .toSorted((one, other) => one.until.localeCompare(other.until)),
        missed: calls.flatMap(({ missed }) => missed),
      };
    },
    /**
     * Accepts an invitation: returns the game, null while it has yet to begin. Refuses with `ENTRANT_REQUIRED` an
     * entrant that is not the person, and otherwise as an entrant's answer is refused.
     */
    take: async (leagueId: string, number: number) => {
      const current = await leagues.get(leagueId);
      if (!current.ok) return current;
      if (entrantOf(current.value.league, number)?.kind !== "human")
        return refuse("ENTRANT_REQUIRED", `The person is no entrant ${number} of league ${leagueId}`);
      const acceptance = await leagues.act(leagueId, { type: "answer", entrant: number });
      if (!acceptance.ok) return acceptance;
      const open = openGames(acceptance.value.league).find(({ match }) => isIn(match, number));
      if (!open) return accept({ game_id: null });
      await director.whenSettled(open.game.id, SOON_MS);
      const game = await games.get(open.game.id);
      // A game that has just ended is about to be counted, by the next host that directs if there is none now.
      return accept({ game_id: game.ok && game.value.state.outcome ? null : open.game.id });
    },
  };
}

/** The person's invitations in a league, and the matches missed there. */
export function invitationsIn(league: League): PersonInvitations {
  const persons = league.entrants.filter(({ kind }) => kind === "human");
  return {
    invitations: league.status === "running" && persons.length > 0 ? openInvitations(league) : [],
    missed: league.status === "cancelled" ? [] : persons.flatMap((entrant) => missedBy(league, entrant)),
  };
}

function openInvitations(league: League): readonly Invitation[] {
  const matches = league.current.filter(({ status }) => status === "invited");
  return matches.flatMap((match) => {
    const until = new Date((match.invitedAt ?? 0) + 1_000 * league.settings.invite_seconds).toISOString();
    return (["a", "b"] as const).flatMap((side) => {
      const entrant = entrantOn(league, match, side);
      const isOpen = entrant?.kind === "human" && !match.accepted[placeOf(side)];
      return isOpen ? [{ ...matchFor(league, match, entrant), until }] : [];
    });
  });
}

function missedBy(league: League, entrant: Entrant): readonly MissedMatch[] {
  const { number, misses } = entrant;
  if (misses === 0) return [];
  // An entrant that is out gets no more invitations, and forfeits its remaining matches.
  const isMissed = (match: Match) =>
    isIn(match, number) && match.invitedAt !== null && match.result?.termination === "forfeit" && !match.result.played;
  const last = league.current.findLast(isMissed) ?? lastBefore(league, number, isMissed);
  if (!last) return [];
  const over = league.status === "complete";
  return [{ ...matchFor(league, last, entrant), misses, misses_most: league.settings.misses, over }];
}

/** The last match before the current round that an entrant did not play and that meets the condition. */
function lastBefore({ past }: League, number: number, isSo: (match: Match) => boolean): Match | undefined {
  for (const round of past.toReversed()) {
    const didNotPlay = round.results.some((result) => !result.played && isIn(result, number));
    const match = didNotPlay ? round.matches().findLast(isSo) : undefined;
    if (match) return match;
  }
  return undefined;
}

const matchFor = (league: League, match: Match, { number, name }: Entrant): Omit<Invitation, "until"> => ({
  league_id: league.id,
  league: league.name,
  game: league.settings.game,
  round: match.round,
  entrant: number,
  name,
  opponent: opponentName(league, match, number),
});
