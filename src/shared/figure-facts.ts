import { causesText } from "./causes.ts";
import { intervalText, levelText } from "./league-words.ts";
import type { LeagueFigures, LeagueMatch, PlayQuality } from "./leagues.ts";
import { counted } from "./text.ts";

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
export function noteText(match: LeagueMatch): string | null {
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

export const dollars = (value: number): string => `$${value.toFixed(value < 0.1 ? 4 : 2)}`;

/** An entrant's figures in words, each by its name; those that say nothing are left out. */
export function figureFacts(
  figures: Omit<LeagueFigures, "score_percent"> & { readonly quality: PlayQuality | null },
): readonly (readonly [name: string, text: string])[] {
  const { intervals, quality, tokens_per_move: tokens, cost_per_game: cost, cost_per_move } = figures;
  const rate = (name: "illegal_per_1000" | "illegal_per_1000_played" | "errors_per_1000", of: number, what: string) =>
    `${intervalText(figures[name], intervals[name])} of ${counted(of, what)}`;
  const some = (count: number) => (count > 0 ? String(count) : null);
  const token = (kind: "input" | "output" | "reasoning") =>
    intervalText(tokens?.[kind] ?? null, intervals[`${kind}_tokens_per_move`], 0);
  const facts: readonly (readonly [string, string | null])[] = [
    ["Time per move", timeText(figures.median_move_ms)],
    ["95 % within", timeText(figures.p95_move_ms)],
    ["Illegal per 1,000 attempts", rate("illegal_per_1000", figures.attempts, "attempt")],
    ["Illegal per 1,000 played", rate("illegal_per_1000_played", figures.own_moves, "move")],
    ["Errors per 1,000", figures.errors_per_1000 ? rate("errors_per_1000", figures.attempts, "attempt") : null],
    ["Illegal moves and errors", causesText(figures.causes)],
    ["Retries", some(figures.retries)],
    ["Random moves instead", some(figures.fallbacks)],
    ["No-shows", some(figures.forfeits)],
    ["Tokens per move", tokens && `${token("input")} in, ${token("output")} out, ${token("reasoning")} of it thinking`],
    ["Cost per game", cost === null ? null : intervalText(cost, intervals.cost_per_game, 4, "$")],
    ["Cost per move", cost_per_move === null ? null : intervalText(cost_per_move, intervals.cost_per_move, 6, "$")],
    ...(quality
      ? ([
          [
            "Accuracy",
            `${intervalText(quality.accuracy, quality.accuracy_interval)} in ${counted(quality.games, "game")}`,
          ],
          [
            "Average centipawn loss",
            intervalText(quality.average_centipawn_loss, quality.average_centipawn_loss_interval),
          ],
          ["Blunders", String(quality.blunders)],
          ["Mistakes", String(quality.mistakes)],
          ["Inaccuracies", String(quality.inaccuracies)],
        ] as const)
      : []),
    ...Object.entries(figures.terminations).map(([how, games]) => [terminationTitle(how), String(games)] as const),
  ];
  return facts.flatMap(([name, text]) => (text ? [[name, text]] : []));
}
