import { pointsText } from "../../shared/league-words.ts";
import type { LeagueSummary } from "../../shared/leagues.ts";

export const stateWords: Readonly<Record<LeagueSummary["status"], string>> = {
  registration_open: "Open to join",
  ready: "Ready to start",
  running: "Running",
  paused: "Paused",
  complete: "Finished",
  cancelled: "Cancelled",
};

export const isOver = ({ status }: Pick<LeagueSummary, "status">): boolean =>
  status === "complete" || status === "cancelled";
export const isOpen = ({ status }: Pick<LeagueSummary, "status">): boolean =>
  status === "registration_open" || status === "ready";

const kindTitles: Readonly<Record<string, string>> = {
  agent: "Agent",
  computer: "Computer",
  strategy: "Strategy",
  llm: "Language model",
  endpoint: "Endpoint",
  human: "Person",
};
export const kindTitle = (kind: string): string => kindTitles[kind] ?? kind;

/** Results of a game or a match, as tables show them. */
export const resultMarks = { won: "1", drawn: "½", lost: "0" } as const;

/** `1 point`, `½ point`, `7½ points`. */
export const inPoints = (value: number): string =>
  `${pointsText(value)} ${value > 0 && value <= 1 ? "point" : "points"}`;

/** Time for a move: `4 ms`, `1.3 s`, `48 s`; a dash where there was none. */
export function timeText(ms: number | null): string {
  if (ms === null) return "–";
  if (ms < 1) return "< 1 ms";
  if (ms < 1000) return `${Math.round(ms)} ms`;
  return ms < 10_000 ? `${(ms / 1000).toFixed(1)} s` : `${Math.round(ms / 1000)} s`;
}

export const dollars = (value: number): string => `$${value.toFixed(value < 0.1 ? 4 : 2)}`;

/** The progress of a league, in words. */
export const matchesOver = (over: number, total: number): string => `${over} of ${total} matches are over`;
