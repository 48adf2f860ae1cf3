import { causesText } from "./causes.ts";
import { intervalText, levelText, ratingText } from "./league-words.ts";
import * as leagues from "./leagues.ts";
import { amount } from "./text.ts";

const terminationTitles: Readonly<Record<string, string>> = {
  normal: "By the rules",
  time: "On time",
  "illegal-moves": "Illegal moves",
  adjudicated: "Adjudicated",
  "cut-short": "Cut short",
  forfeit: "Forfeited",
  disconnected: "Disconnected",
  stalled: "Stalled",
  bye: "Bye",
};
/** The kind of a match's end, without its winner: `On time`. */
export const terminationTitle = (termination: string): string => terminationTitles[termination] ?? termination;

/** The words beside a match's score: `on time`, `drawn by lot`; null for none. */
export function noteText(match: leagues.LeagueMatch): string | null {
  const { termination } = match;
  const ending = termination === null || termination === "normal" || termination === "bye" ? null : termination;
  const notes = [ending && terminationTitle(ending).toLowerCase(), levelText(match)];
  return notes.filter((each) => each !== null).join(", ") || null;
}

/** Milliseconds as a person reads them: `1.2 s`; a dash for nothing. */
export function timeText(ms: number | null): string {
  if (ms === null) return "–";
  if (ms < 1) return "< 1 ms";
  if (ms < 1000) return `${Math.round(ms)} ms`;
  return ms < 10_000 ? `${(ms / 1000).toFixed(1)} s` : `${Math.round(ms / 1000)} s`;
}

export const dollarsText = (value: number): string => `$${value.toFixed(value < 0.1 ? 4 : 2)}`;

/** Figures of both parts of a split, but for those that are 0 in both: `50 / 54.2 (difference −4.2: −25 to 17)`. */
const apartFacts = (apart: leagues.FiguresApart) =>
  leagues.figureSplits.flatMap(({ split, parts }) =>
    Object.entries(apart[split] ?? {}).flatMap(([name, { values, difference, difference_interval: ends }]) => {
      const title = name.replace(/^./, (first) => first.toUpperCase()).replaceAll("_", " ");
      const reach = ends === null ? "" : `: ${ends.join(" to ")}`;
      const text = `${values.join(" / ")} (difference ${difference}${reach})`.replaceAll("-", "−");
      return values.some((value) => value !== 0) ? [[`${title}, ${parts.join(" / ")}`, text] as const] : [];
    }),
  );

/** Entrants that make their moves without a mistake in their form: people at the board, and programs of this host. */
const faultlessKinds: readonly string[] = ["human", "computer", "strategy"];

/** An entrant's figures in words, each by its name; those that say nothing are left out. */
export function figureFacts(
  figures: Omit<leagues.LeagueFigures, "score_percent"> & {
    readonly kind: string;
    readonly skill: leagues.LeagueSkill | null;
    readonly quality: leagues.PlayQuality | null;
  },
): readonly (readonly [name: string, text: string])[] {
  const { intervals, quality, tokens_per_move: tokens, cost_per_game: cost, cost_per_move } = figures;
  const rate = (name: "illegal_per_1000" | "illegal_per_1000_played" | "errors_per_1000", of: number, noun: string) =>
    `${intervalText(figures[name], intervals[name])} of ${amount(of, noun)}`;
  const rating = (by: keyof leagues.LeagueSkill) =>
    figures.skill && `${ratingText(figures.skill[by])} in ${amount(figures.skill[by].games ?? 0, "game")}`;
  const mayErr = figures.illegal_per_1000 !== 0 || !faultlessKinds.includes(figures.kind);
  const margin = intervalText(figures.margin_per_game, intervals.margin_per_game, 2);
  const some = (count: number) => (count > 0 ? String(count) : null);
  const token = (kind: "input" | "output" | "reasoning") =>
    intervalText(tokens?.[kind] ?? null, intervals[`${kind}_tokens_per_move`], 0);
  const facts: readonly (readonly [string, string | null])[] = [
    ["Rating by the games here", rating("all")],
    ["Without a lost move", rating("without_failures")],
    ["Margin per game", margin === "–" ? null : margin],
    ["Time per move", timeText(figures.median_move_ms)],
    ["95% within", timeText(figures.p95_move_ms)],
    ["Illegal per 1,000 attempts", mayErr ? rate("illegal_per_1000", figures.attempts, "attempt") : null],
    ["Illegal per 1,000 played", mayErr ? rate("illegal_per_1000_played", figures.own_moves, "move") : null],
    ["Errors per 1,000", figures.errors_per_1000 ? rate("errors_per_1000", figures.attempts, "attempt") : null],
    ["Illegal moves and errors", causesText(figures.causes)],
    ["The same per 1,000 attempts", causesText(figures.causes_per_1000)],
    ["Retries", some(figures.retries)],
    ["Random moves instead", some(figures.fallbacks)],
    ["No-shows", some(figures.forfeits)],
    ["Tokens per move", tokens && `${token("input")} in, ${token("output")} out, ${token("reasoning")} of it thinking`],
    ["Cost per game", cost === null ? null : intervalText(cost, intervals.cost_per_game, 4, "$")],
    ["Cost per move", cost_per_move === null ? null : intervalText(cost_per_move, intervals.cost_per_move, 6, "$")],
    [
      "Accuracy",
      quality && `${intervalText(quality.accuracy, quality.accuracy_interval)} in ${amount(quality.games, "game")}`,
    ],
    [
      "Average centipawn loss",
      quality && intervalText(quality.average_centipawn_loss, quality.average_centipawn_loss_interval),
    ],
    ["Blunders", quality && String(quality.blunders)],
    ["Mistakes", quality && String(quality.mistakes)],
    ["Inaccuracies", quality && String(quality.inaccuracies)],
    ...[figures.apart, quality?.apart ?? {}].flatMap(apartFacts),
    ...Object.entries(figures.terminations).map(([how, games]) => [terminationTitle(how), String(games)] as const),
  ];
  return facts.flatMap(([name, text]) => (text ? [[name, text]] : []));
}
