import { gameOf } from "../../games/register.ts";
import { counted, quoted } from "../../shared/text.ts";
import { isDeterministic } from "../players/deterministic.ts";
import { roundsOfGauntlet } from "./formats/gauntlet.ts";
import { roundsOfCycle } from "./formats/round-robin.ts";
import type { LeaguePlan } from "./machine/decide.ts";
import type { LeagueSettings } from "./machine/league.ts";
import { roundsOf } from "./machine/rounds.ts";

/**
 * What is to be said before a league begins in which two who draw nothing by chance meet in more games than there are
 * openings for, each with the sides reversed: they would play the same ones again. Null where nobody would. `count` is how
 * many take part, agents who are still to join among them. A measurement has openings of its own, and says nothing.
 */
export function foreseenRepeats(
  { settings, entrants, openings }: Pick<LeaguePlan, "settings" | "entrants" | "openings">,
  count: number,
): string | null {
  const those = entrants.flatMap(({ kind, name, settings: own }, index) =>
    isDeterministic(settings.game, kind, own) ? [{ name, index }] : [],
  );
  const [one, other] = those;
  // In a gauntlet the others do not meet one another.
  if (!one || !other || (settings.format === "gauntlet" && one.index !== 0)) return null;
  const games = meetingsOf(settings, count) * settings.gamesPerMatch;
  const different = 2 * Math.max(1, openings.length);
  if (games <= different) return null;
  const start = openings.length === 0 ? "the usual start" : counted(openings.length, "opening");
  const more = openings.length === 0 ? "openings" : "more openings";
  const remedy = gameOf(settings.game).openings ? `Add ${more} (in a terminal --openings), or ask` : "Ask";
  return (
    `${quoted(one.name)} and ${quoted(other.name)} draw nothing by chance: from ${start} they may play the same ` +
    `${different} games again and again, and of ${games} those that repeat count once for ratings and tests. ${remedy} for fewer games.`
  );
}

/** How often two entrants meet at the most. */
function meetingsOf(settings: LeagueSettings, count: number): number {
  const rounds = roundsOf(settings, count);
  switch (settings.format) {
    case "round-robin":
    case "double-round-robin":
      return Math.ceil(rounds / roundsOfCycle(count));
    case "gauntlet":
      return Math.ceil(rounds / roundsOfGauntlet(count));
    case "knockout":
    case "swiss":
      return 1;
    case "measure":
      return 0;
  }
}
