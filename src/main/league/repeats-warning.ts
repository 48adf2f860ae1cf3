import { definitionOf } from "../../games/register.ts";
import { formatOf } from "../../shared/formats/register.ts";
import { amount, quote } from "../../shared/text.ts";
import { isDeterministic } from "../players/drivers.ts";
import type { NewLeague } from "./machine/decide.ts";
import { roundsOf } from "./machine/rounds.ts";

/**
 * The warning before a league begins in which two entrants without random choices meet in more games than there are
 * openings, each played with both sides: they would repeat games. Null where nobody would. `count` is the number of
 * entrants, with agents who are still to join. A measurement has openings of its own, and gets no warning.
 */
export function foreseenRepeats(
  { settings, entrants, openings }: Pick<NewLeague, "settings" | "entrants" | "openings">,
  count: number,
): string | null {
  const those = entrants.flatMap(({ kind, name, settings: own }, index) =>
    isDeterministic(settings.game, kind, own) ? [{ name, index }] : [],
  );
  const [one, other] = those;
  if (!one || !other) return null;
  const meetings = formatOf(settings).meetings(one.index + 1, count, roundsOf(settings, count));
  const games = meetings * settings.games_per_match;
  const different = 2 * Math.max(1, openings.length);
  if (games <= different) return null;
  const start = openings.length === 0 ? "the usual start" : amount(openings.length, "opening");
  const more = openings.length === 0 ? "openings" : "more openings";
  const remedy = definitionOf(settings.game).openings ? `Add ${more} (in a terminal --openings), or ask` : "Ask";
  return (
    `${quote(one.name)} and ${quote(other.name)} draw nothing by chance: from ${start} they may play the same ` +
    `${different} games again and again, and of ${games} those that repeat count once for ratings and tests. ${remedy} for fewer games.`
  );
}
