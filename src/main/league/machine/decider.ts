import {
  type Decider,
  extraGames,
  type League,
  type LeagueSettings,
  type Match,
  type MatchGame,
  otherSide,
  type Side,
  UNREAD,
  worthTo,
} from "./league.ts";
import { randomFor } from "./random.ts";

/**
 * Decides a level match that needs a winner: extra games, and at last a lot or an Armageddon, one more game in which a
 * draw is a win for the second seat (as at FIDE's World Cup of 2015, where White had five minutes, and Black four).
 */

type Games = Pick<Match, "games">;

/** Whether a match's game, by its number from 1, is an Armageddon: the game that decides a match still level. */
export const isArmageddon = ({ decider, games_per_match }: LeagueSettings, number: number): boolean =>
  decider?.last === "armageddon" && number > games_per_match + extraGames(decider);

/** The side with the first seat in a match's Armageddon, drawn by lot; always the same one. */
export const firstInArmageddon = ({ settings }: League, { number }: Match): Side =>
  settings.decider?.first ?? (randomFor(settings, `armageddon ${number}`)() < 0.5 ? "a" : "b");

/** Games won by `a` and `b`, a draw as half of one. An Armageddon is none of them: its sides did not play for the same. */
export function scoreIn({ games }: Games): readonly [number, number] {
  const worth = (side: Side) =>
    games.reduce((sum, { armageddon, result }) => sum + (result && !armageddon ? worthTo(side, result) : 0), 0);
  return [worth("a"), worth("b")];
}

export const armageddonIn = ({ games }: Games): MatchGame | null => games.find(({ armageddon }) => armageddon) ?? null;

/** The winner of an Armageddon; null while it is played, and where it cannot be read. */
export function winnerOfArmageddon({ first, result }: MatchGame): Side | null {
  if (!result || result.winner !== null) return result?.winner ?? null;
  const isDrawn = result.termination !== "forfeit" && result.reason !== UNREAD;
  return isDrawn ? otherSide(first) : null;
}

/** The winner of a match by the games so far, or else by its Armageddon; null for neither. */
export function winnerIn(match: Games): Side | null {
  const [a, b] = scoreIn(match);
  if (a !== b) return a > b ? "a" : "b";
  const last = armageddonIn(match);
  return last && winnerOfArmageddon(last);
}

/** Whether a match that needs a winner needs another game after its usual games and `extra` more. */
export function goesOn(decider: Decider, match: Games, extra: number): boolean {
  if (armageddonIn(match)) return false;
  if (decider.extra_pairs !== undefined && extra % 2 === 1) return true;
  return winnerIn(match) === null && (extra < extraGames(decider) || decider.last === "armageddon");
}
