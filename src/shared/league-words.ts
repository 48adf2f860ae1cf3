import type { LeagueDraws, LeaguePair, LeagueRating, LeagueSettings, LeagueStanding } from "./leagues.ts";
import { quoted } from "./text.ts";

const formatTitles: Readonly<Record<string, string>> = {
  "round-robin": "Round robin",
  "double-round-robin": "Double round robin",
  gauntlet: "Gauntlet",
  knockout: "Knockout",
  swiss: "Swiss",
  measure: "Measurement",
};
/** How a format is called in a list of facts: `Round robin`. */
export const formatTitle = (format: string): string => formatTitles[format] ?? format;

const terminationTitles: Readonly<Record<string, string>> = {
  normal: "By the rules",
  time: "On time",
  "illegal-moves": "Illegal moves",
  adjudicated: "Adjudicated",
  forfeit: "Forfeited",
  disconnected: "Disconnected",
  stalled: "Stalled",
  bye: "Bye",
};
/** How a match ended, apart from who won it: `On time`. */
export const terminationTitle = (termination: string): string => terminationTitles[termination] ?? termination;

/** Points as people write them: `7`, `7½`, `7.25`. */
export function pointsText(value: number): string {
  const whole = Math.floor(value);
  if (value === whole) return String(value);
  if (value - whole === 0.5) return whole === 0 ? "½" : `${whole}½`;
  return String(Number(value.toFixed(2)));
}

/** What stands beside the name of an entrant of whose games some are not rated: `2 games by lot, not rated`; else null. */
export const byLotText = ({ games_by_lot: games }: Pick<LeagueStanding, "games_by_lot">): string | null =>
  games === 0 ? null : `${games} ${games === 1 ? "game" : "games"} by lot, not rated`;

/** `1512 ± 80`, `> 1850`, or a dash where nothing is known. */
export function ratingText({ kind, elo, interval }: LeagueRating): string {
  if (elo === null) return "–";
  if (kind === "at_least") return `> ${elo}`;
  if (kind === "at_most") return `< ${elo}`;
  return interval === null ? String(elo) : `${elo} ± ${interval}`;
}

/** What the pairs of games of two entrants say, in one line. */
export function pairText({ first, pairs, counts, elo, interval, superiority, sprt }: LeaguePair): string {
  const difference = elo === null ? "beyond measure" : `${elo} ± ${interval ?? "∞"}`;
  const parts = [
    `${quoted(first)} in ${pairs} pairs (0, ½, 1, 1½ and 2 points: ${counts.join(", ")}): Elo ${difference}`,
    `likelihood of superiority ${(100 * superiority).toFixed(1)} %`,
  ];
  if (!sprt) return parts.join(", ");
  const { llr, lower, upper, decision, elo0, elo1 } = sprt;
  const verdict = decision === null ? "undecided" : `decided for ${decision === "elo0" ? elo0 : elo1} Elo`;
  return [
    ...parts,
    `SPRT ${elo0} against ${elo1}: ${verdict}, LLR ${llr.toFixed(2)} (${lower.toFixed(2)} to ${upper.toFixed(2)})`,
  ].join(", ");
}

/** What was agreed, in a line; what a report leaves out of it is not told. */
export function settingsText(
  settings: Omit<LeagueSettings, "measure" | keyof Rare> & Partial<Rare>,
  { seed, commitment, secret }: LeagueDraws,
): string {
  const { options, clock, openings, points, rounds, concurrency, sprt, missed_move: missed, misses } = settings;
  const { games_per_match: games, move_seconds: move, max_illegal: illegal, longest_game: longest } = settings;
  const { resign, draw } = settings.adjudication;
  const parts = [
    ...Object.entries(options).map(([name, value]) => `${name.replaceAll("_", " ")} ${JSON.stringify(value)}`),
    games === 1 ? "1 game a match" : `${settings.best_of ? "best of " : ""}${games} games a match, sides changing`,
    rounds ? `${rounds} rounds` : null,
    points && `${points.win}/${points.draw}/${points.loss} points`,
    points?.bye !== undefined && `a bye ${points.bye} points`,
    ...(settings.forbidden_pairs ?? []).map(({ names }) => `kept apart: ${names.map(quoted).join(", ")}`),
    ...(settings.byes ?? []).map(({ name, round, worth }) => `bye of ${quoted(name)} in round ${round}, ${worth}`),
    clock ? `clock ${clock.initial_seconds} s + ${clock.increment_seconds} s` : "no clock",
    move !== null && `${move} s for a move at most`,
    missed === "random"
      ? `missed moves by lot, more than ${misses} in a row lose the game`
      : "a missed move loses the game",
    `games unrated with more than ${Number((100 * settings.most_by_lot).toFixed(2))} % of a side's moves drawn by lot`,
    settings.on_failure === "random"
      ? null
      : `a model's move that no answer brings ${settings.on_failure === "pause" ? "pauses the league" : "loses the game"}`,
    settings.max_cost !== null && `models paused at $${settings.max_cost}`,
    settings.max_tokens !== null && `models paused at ${settings.max_tokens} tokens`,
    illegal === null ? "any number of illegal moves" : `${illegal} illegal moves lose the game`,
    `legal moves ${settings.legal_moves}`,
    openings
      ? `openings: ${quoted(openings.suite)}, ${openings.positions} positions, ${openings.order}, by ${openings.policy}`
      : "usual start",
    resign && `lost ${resign.score} centipawns behind for ${resign.moves} moves`,
    draw && `drawn within ${draw.score} centipawns for ${draw.moves} moves after move ${draw.after_move}`,
    longest !== null && `draw after ${longest} moves`,
    `${settings.invite_seconds} s for an invitation, out after ${misses} misses`,
    concurrency !== undefined && `${concurrency} matches at once`,
    settings.max_entrants !== undefined && `room for ${settings.max_entrants}`,
    sprt && `SPRT ${sprt.elo0} against ${sprt.elo1} Elo, α ${sprt.alpha}, β ${sprt.beta}`,
    `seed ${seed}`,
    secret === null ? commitment && `SHA-256 of seed and secret ${commitment}` : `secret ${secret}`,
  ];
  return parts.filter((part) => typeof part === "string").join(", ");
}

/** What a measurement has no choice in. */
type Rare = Pick<
  LeagueSettings,
  "points" | "rounds" | "sprt" | "concurrency" | "max_entrants" | "forbidden_pairs" | "byes"
>;

/** What removing an engine does to the leagues of these names, in which it plays; nothing where there are none. */
export function removedEngineText(engine: string, leagues: readonly string[]): string {
  if (leagues.length === 0) return "";
  const named = new Intl.ListFormat("en").format(leagues.map(quoted));
  return `${engine} plays in the league${leagues.length > 1 ? "s" : ""} ${named}, and loses its games there.`;
}
