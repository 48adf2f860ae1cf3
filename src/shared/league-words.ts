import type {
  ApiLeagueSettings,
  Ends,
  LeagueMatch,
  LeaguePair,
  LeagueRating,
  LeagueReport,
  LeagueStanding,
  MatchArmageddon,
  RatingListReport,
} from "./leagues.ts";
import { seatTitle } from "./terms.ts";
import { amount, quote } from "./text.ts";

/** Points as people write them: `7`, `7½`, `7.25`. */
export function pointsText(value: number): string {
  const whole = Math.floor(value);
  if (value === whole) return String(value);
  if (value - whole === 0.5) return whole === 0 ? "½" : `${whole}½`;
  return String(Number(value.toFixed(2)));
}

/** The decider of a level match of a knockout: `4 more games until one is won, then drawing lots`. */
export function deciderText({
  last,
  extra_games = 0,
  extra_pairs = 0,
  time_odds,
}: NonNullable<ApiLeagueSettings["decider"]>): string {
  const more =
    extra_pairs > 0 ? amount(extra_pairs, "more pair", "more pairs") : amount(extra_games, "more game", "more games");
  const odds =
    time_odds === undefined ? "" : `, the second seat with ${Number((100 * time_odds).toFixed(1))}% of the time`;
  const end = last === "lot" ? "drawing lots" : `an Armageddon${odds}`;
  return extra_games + extra_pairs === 0 ? end : `${more} until one is won, then ${end}`;
}

/** The continuation of a level match: `Armageddon: Black drew`; only the name while that game is played. */
const armageddonText = ({ seat, result }: Pick<MatchArmageddon, "seat" | "result">): string =>
  seat === null ? "Armageddon" : `Armageddon: ${seatTitle(seat)} ${result === "drawn" ? "drew" : "won"}`;

/** The outcome of a match that stayed level: `drawn by lot`, `Armageddon: Black drew`; null for one that did not. */
export const levelText = ({ lot, armageddon }: Pick<LeagueMatch, "lot" | "armageddon">): string | null =>
  lot ? "drawn by lot" : armageddon ? armageddonText(armageddon) : null;

/** The score of a match in a line of text: `0.5–0.5, normal, Armageddon: Black drew`. */
export function standText(match: LeagueMatch): string {
  const { status, score, termination } = match;
  const level = levelText(match);
  return `${termination === null ? status : `${score.join("–")}, ${termination}`}${level === null ? "" : `, ${level}`}`;
}

/** The terms of an Armageddon, for its players. */
export const armageddonTerms = (second: string): string =>
  `Armageddon: this game decides the match, and a draw is a win for ${seatTitle(second)}`;

/** The last round after which one may join a running league: `until round 2, half a point for each round missed`. */
export const lateEntriesText = ({ rounds, worth }: NonNullable<ApiLeagueSettings["late_entries"]>): string =>
  `until round ${rounds}, ${worth === "half" ? "half a point" : "no points"} for each round missed`;

/** The note beside the name of an entrant for which a lot was drawn: `2 games by lot, not rated`; else null. */
export const byLotText = ({ games_by_lot, by_lot }: Pick<LeagueStanding, "games_by_lot" | "by_lot">): string | null =>
  [
    ...(games_by_lot === 0 ? [] : [`${amount(games_by_lot, "game")} by lot, not rated`]),
    ...(by_lot ? [by_lot] : []),
  ].join(", ") || null;

/**
 * `1512 ± 80`, or `1512 (1400 to 1720)` where the 95 % interval reaches further on one side; of who won or lost all its
 * games the near end of it: `3–0, at least 1430`. A dash where nothing is known.
 */
export function ratingText({ kind, elo, low, high, games }: LeagueRating): string {
  if (elo === null || low === null || high === null) return "–";
  if (kind === "at_least") return `${games}–0, at least ${String(low).replace("-", "−")}`;
  if (kind === "at_most") return `0–${games}, at most ${String(high).replace("-", "−")}`;
  return eloText({ elo, low, high }, 0);
}

export function eloText({ elo, low, high }: Pick<LeaguePair, "elo" | "low" | "high">, digits = 1): string {
  const text = (value: number) => String(Number(value.toFixed(digits))).replace("-", "−");
  const isEven = Math.abs(low + high - 2 * elo) <= 0.1 * (high - low) + 1;
  return isEven ? `${text(elo)} ± ${text((high - low) / 2)}` : `${text(elo)} (${text(low)} to ${text(high)})`;
}

/**
 * `130.4 ± 12`; where nothing was counted `0 (at most 3)`; `4 (0 to 9.5)` where its 95 % interval reaches further on one
 * side; a dash for nothing of nothing.
 */
export function intervalText(value: number | null, ends: Ends | null, digits = 1, unit = ""): string {
  const text = (each: number) => `${unit}${Number(each.toFixed(digits))}`.replace("-", "−");
  if (value === null || ends === null) return value === null ? "–" : text(value);
  const [low, high] = ends;
  if (value === 0 && low === 0) return text(high) === text(0) ? text(0) : `${text(0)} (at most ${text(high)})`;
  const isEven = Math.abs(high - value - (value - low)) <= 0.02 * (high - low) + 10 ** -digits;
  return isEven && low !== 0
    ? `${text(value)} ± ${text((high - low) / 2)}`
    : `${text(value)} (${text(low)} to ${text(high)})`;
}

/** The estimated number of games of a measurement. */
export function gamesNeededText({ within, games, games_needed }: NonNullable<ApiLeagueSettings["measure"]>): string {
  const fits = games_needed.flatMap((each) => (each.games !== null && each.games <= games ? [each.games] : []));
  const strengths = games_needed.filter((each) => each.games === null || each.games > games).map(({ elo }) => elo);
  const [least, most] = [Math.min(...fits), Math.max(...fits)];
  const span = least === most ? String(least) : `${least} to ${most}`;
  if (strengths.length === 0)
    return `An interval under ${within} Elo takes ${span} games, depending on its strength, and fewer where some are drawn.`;
  const more = games_needed.flatMap((each) => (each.games !== null && each.games > games ? [each.games] : []));
  const longest = more.length > 0 ? `; with ${Math.max(...more)} games it would be in more cases` : "";
  const wider = games_needed.some((each) => each.games === null)
    ? "; of some strengths the levels’ own errors are wider, however many are played"
    : "";
  if (fits.length === 0)
    return `An interval under ${within} Elo cannot be reached in ${games} games${longest}${wider}.`;
  const where = new Intl.ListFormat("en").format(strengths.map(String));
  return `An interval under ${within} Elo takes ${span} games, depending on its strength; near ${where} Elo, ${games} games are not enough${longest}${wider}.`;
}

/** The advantage of the first seat, with its error. */
export const firstMoveText = ({
  first_move: elo,
  first_move_interval: interval,
}: Pick<RatingListReport, "first_move" | "first_move_interval">): string =>
  `${String(elo).replace("-", "−")}${interval === null ? "" : ` ± ${interval}`} Elo`;

/** The note that games repeat each other and count once; null where none do. */
export const repeatsText = (repeats: number): string | null =>
  repeats === 0
    ? null
    : `${amount(repeats, "game")} ${repeats === 1 ? "repeats" : "repeat"} another one move for move, and ${repeats === 1 ? "counts" : "count"} once.`;

/** The share of games that an engine's score ended; null where it ended none. */
export function scoredText({ adjudicated = 0, ...others }: LeagueReport["endings"]): string | null {
  const games = Object.values(others).reduce((sum, count) => sum + count, adjudicated);
  const share = `${adjudicated} of ${amount(games, "game")} (${((100 * adjudicated) / games).toFixed(1)}%)`;
  return adjudicated === 0 ? null : `The engine’s score ended ${share}.`;
}

/** The scale of the computer's levels, and its basis. */
export const scaleName = "the Kibitz scale, on which levels 1 to 9 average 1600";
export const scaleText = `On ${scaleName}: not UCI_Elo, and not comparable with people’s ratings.`;

/** The results of the pairs of games of two entrants, in one line. */
export function pairText({ first, pairs, counts, superiority, sprt, ...pair }: LeaguePair): string {
  const parts = [
    `${quote(first)} in ${amount(pairs, "pair")} (0, ½, 1, 1½ and 2 points: ${counts.join(", ")}): Elo ${eloText(pair)}`,
    `likelihood of superiority ${(100 * superiority).toFixed(1)}%`,
  ];
  if (!sprt) return parts.join(", ");
  const { llr, lower, upper, decision, elo0, elo1 } = sprt;
  const verdict = decision === null ? "undecided" : `decided for ${decision === "elo0" ? elo0 : elo1} Elo`;
  return [
    ...parts,
    `SPRT ${elo0} against ${elo1}: ${verdict}, LLR ${llr.toFixed(2)} (${lower.toFixed(2)} to ${upper.toFixed(2)})`,
  ].join(", ");
}

/**
 * The consequence of removing an engine for the leagues of these names, in which it plays; empty where there are none.
 */
export function removedEngineText(engine: string, leagues: readonly string[]): string {
  if (leagues.length === 0) return "";
  const list = new Intl.ListFormat("en").format(leagues.map(quote));
  return `${engine} plays in the league${leagues.length > 1 ? "s" : ""} ${list}, and loses its games there.`;
}
