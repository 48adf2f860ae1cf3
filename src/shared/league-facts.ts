import { durationText } from "./duration.ts";
import type { Format } from "./formats/format.ts";
import { findFormat } from "./formats/register.ts";
import * as words from "./league-words.ts";
import type {
  ApiLeagueSettings,
  LeaguePlanned,
  LeagueRandomness,
  LeagueRating,
  LeagueReport,
  LeagueStanding,
  RatingListReport,
} from "./leagues.ts";
import { amount, quote } from "./text.ts";
import { tieBreakCodes, tieBreaks, tieBreakTitle } from "./tie-breaks.ts";

const secondsText = (value: number): string => (value < 1 ? `${value} s` : durationText(value * 1000));

/** Suites by the names under which they are offered. */
const suiteTitles: Readonly<Record<string, string>> = {
  "built-in": "known openings",
  shuffled: "unfamiliar starts",
  mixed: "known openings and unfamiliar starts in turn",
};
const byeTexts = { full: "a full point", half: "half a point", none: "no points" } as const;
const failureTexts = { random: null, forfeit: "lose the game", pause: "pause the league" } as const;

/** The options of each game: `rounds 5`; null where there are none. */
const optionsText = (options: ApiLeagueSettings["options"]): string | null =>
  Object.entries(options)
    .map(([name, value]) => `${name} ${typeof value === "string" ? quote(value) : JSON.stringify(value)}`)
    .join(", ") || null;

/** Settings that are fixed in a measurement, whose report omits them. */
type Rare = "points" | "rounds" | "sprt" | "concurrency" | "max_entrants";
type RevealedSettings = Omit<ApiLeagueSettings, "measure" | Rare> & Partial<Pick<ApiLeagueSettings, Rare>>;

/** The settings of a league, each by its name, as a person reads them. */
export function settingFacts(settings: RevealedSettings): readonly (readonly [name: string, text: string])[] {
  const { clock, points, sprt, openings, rounds, misses } = settings;
  const { games_per_match: games, max_entrants: room, unlimited } = settings;
  const { resign, draw } = settings.adjudication;
  const facts: readonly (readonly [string, string | null | undefined])[] = [
    ["Match", games === 1 ? "1 game" : `${settings.best_of ? "best of " : ""}${games} games with alternating sides`],
    ["Each game", optionsText(settings.options)],
    ["Rounds", rounds ? String(rounds) : null],
    [
      "Points",
      points && `${[points.win, points.draw, points.loss].map(words.pointsText).join(" / ")} for win / draw / loss`,
    ],
    ["Points for a bye", points?.bye === undefined ? null : words.pointsText(points.bye)],
    ["Tie-breaks", [...settings.tie_breaks.map(tieBreakTitle), "then drawing lots"].join(", ")],
    ...settings.forbidden_pairs.map(({ names }) => ["Keep apart", names.map(quote).join(", ")] as const),
    ...settings.byes.map(
      ({ name, round, worth }) => ["Bye", `${quote(name)} in round ${round}, ${byeTexts[worth]}`] as const,
    ),
    ["Late entries", settings.late_entries && words.lateEntriesText(settings.late_entries)],
    ["Level matches", settings.decider && words.deciderText(settings.decider)],
    ["Clock", clock ? `${secondsText(clock.initial_seconds)} + ${clock.increment_seconds} s per move` : "none"],
    ["Time limit per move", settings.move_seconds === null ? null : secondsText(settings.move_seconds)],
    [
      "Late moves",
      settings.missed_move === "random"
        ? `replaced by a random move; more than ${misses} in a row lose the game`
        : "lose the game",
    ],
    [
      "Not rated",
      `games in which over ${Number((100 * settings.most_by_lot).toFixed(2))}% of a side’s moves were random`,
    ],
    ["Models without an answer", failureTexts[settings.on_failure]],
    ["Budget for models", settings.max_cost === null ? null : `$${settings.max_cost}`],
    ["Token budget for models", settings.max_tokens === null ? null : `${settings.max_tokens} tokens`],
    [
      "Openings",
      openings &&
        [
          suiteTitles[openings.suite] ?? quote(openings.suite),
          amount(openings.positions, "position"),
          openings.order === "random" ? "drawn from the seed" : "in the file’s order",
          openings.policy === "pair" ? "a new one for each pair" : "one per round",
        ].join(", "),
    ],
    ["Adjudicated losses", resign && `${resign.score} centipawns behind for ${amount(resign.moves, "move")}`],
    [
      "Adjudicated draws",
      draw && `within ${draw.score} centipawns for ${amount(draw.moves, "move")}, after move ${draw.after_move}`,
    ],
    [
      "Maximum game length",
      settings.longest_game === null ? null : `${amount(settings.longest_game, "move")}, then a draw that is not rated`,
    ],
    ["Illegal moves", settings.max_illegal === null ? "no limit" : `${settings.max_illegal} lose the game`],
    ["Legal moves", settings.legal_moves === "shown" ? "shown to players" : "not shown"],
    ["Matches at once", settings.concurrency === undefined ? null : String(settings.concurrency)],
    [
      "Time to show up",
      `${secondsText(settings.invite_seconds)}; out after ${amount(misses, "missed match", "missed matches")} in a row`,
    ],
    ["Places", room === undefined || unlimited ? null : amount(room, "entrant")],
    ["Matches between servers", settings.referees === true ? "run by their own referees" : null],
    ["Sequential test", sprt && `Elo ${sprt.elo0} against ${sprt.elo1}, α ${sprt.alpha}, β ${sprt.beta}`],
  ];
  return facts.flatMap(([name, text]) => (typeof text === "string" ? [[name, text] as const] : []));
}

/** The same in one line, with the source of all random choices. */
export const settingsText = (settings: RevealedSettings, { seed, commitment, secret }: LeagueRandomness): string =>
  [
    ...settingFacts(settings).map(([name, text]) => `${name.toLowerCase()}: ${text}`),
    `seed: ${seed}`,
    secret === null ? `SHA-256 of seed and secret: ${commitment}` : `secret: ${secret}`,
  ].join("; ");

/** The notes about a league before it begins: repeated games, settings that models do not take, and the cost. */
export const planNotes = ({ warning, models, most_cost }: LeaguePlanned): readonly string[] => [
  ...(warning === undefined ? [] : [warning]),
  ...models.flatMap(({ name, notes }) => notes.map((text) => `${name}: ${text.replace(/\.?$/, ".")}`)),
  ...(most_cost === 0 ? [] : [`Its models cost at most about $${most_cost.toFixed(2)}, with all tries for each move.`]),
];

/** An estimate, to follow “about”: `20 seconds`, `4 minutes`, `2½ hours`. */
export function roughTime(seconds: number): string {
  if (seconds < 50) return `${seconds <= 5 ? 5 : Math.ceil(seconds / 10) * 10} seconds`;
  const minutes = seconds / 60;
  if (minutes < 50) return minutes < 1.5 ? "a minute" : `${Math.round(minutes)} minutes`;
  const hours = minutes / 60;
  if (hours < 36) return hours < 1.25 ? "an hour" : `${Math.round(hours * 2) / 2} hours`.replace(".5", "½");
  return amount(Math.round(hours / 24), "day");
}

/** The order of ratings in every list, and those of whom nothing is known last. */
export const strongerFirst = (
  { elo: one }: Pick<LeagueRating, "elo">,
  { elo: other }: Pick<LeagueRating, "elo">,
): number => (one === null || other === null ? Number(one === null) - Number(other === null) : other - one);

/** The part of a plot that a rating takes: its 95 % interval, of which the far end is left out where it is open. */
export function spanOf({ kind, elo, low, high }: LeagueRating): readonly [from: number, to: number] | null {
  if (elo === null || low === null || high === null) return null;
  return [kind === "at_most" ? elo : low, kind === "at_least" ? elo : high];
}

/** The decision of a place, in words: `by lot`, `on Sonneborn–Berger`; null for nothing. */
export function placedText({ placed_by: by }: Pick<LeagueStanding, "placed_by">): string | null {
  if (by === undefined || by === "lot") return by === "lot" ? "by lot" : null;
  const code = tieBreakCodes.find((each) => tieBreaks[each].name === by);
  return `on ${code === undefined ? by : tieBreakTitle(code)}`;
}

/** The name of an opponent of known strength in a measurement, as people read it; any other name as it is. */
export const anchorTitle = (name: string): string =>
  name.replace(/^Anchor random$/, "Random player").replace(/^Anchor errors (\d+)$/, "Level 1 with errors of $1");

/** The notes beside a name in a printed table: why it is out, and what a lot decided; null for nothing. */
export const rowNotes = (row: Pick<LeagueStanding, "games_by_lot" | "by_lot" | "out" | "placed_by">): string | null =>
  [row.out ?? null, words.byLotText(row), row.placed_by === "lot" && !row.by_lot ? "place by lot" : null]
    .filter((note) => note !== null)
    .join(", ") || null;

/**
 * The order of a table where it needs a word: a gauntlet's, and one by points of which ratings order two rows the other
 * way; null for all others, and for a cup's.
 */
export function orderText(
  rows: readonly Pick<LeagueStanding, "name" | "points" | "rating">[],
  { eliminates, challenges }: Pick<Format, "eliminates" | "challenges"> = {},
): string | null {
  if (challenges) return "The table goes by the points for each match, since the first entrant plays all the others.";
  if (eliminates) return null;
  for (const [at, above] of rows.entries()) {
    const below = rows
      .slice(at + 1)
      .find(({ points, rating }) => points < above.points && strongerFirst(rating, above.rating) < 0);
    if (below)
      return `The table goes by points. The ratings, which count all rated games and opponents, have ${quote(below.name)} above ${quote(above.name)}.`;
  }
  return null;
}

/** The notes on a league's results and ratings, a line each. */
export const remarksOf = (
  league: Pick<LeagueReport, "pair" | "repeats" | "endings" | "caution" | "standings"> & { readonly format?: string },
): readonly string[] => {
  const { pair, repeats = 0, endings, standings, caution = null, format = "" } = league;
  return [
    pair ? words.pairText(pair) : null,
    orderText(standings, findFormat(format) ?? {}),
    words.repeatsText(repeats),
    words.scoredText(endings),
    caution,
  ].filter((text) => text !== null);
};

/** The note on how far apart the players of a list are; null where nothing tells it. */
export const spreadText = ({ spread }: Pick<RatingListReport, "spread">): string | null =>
  spread === null ? null : `The players’ strengths are estimated to have a standard deviation of ${spread} Elo.`;
