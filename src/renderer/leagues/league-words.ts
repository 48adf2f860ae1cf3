import type { LeagueRating, LeagueSummary } from "../../shared/leagues.ts";
import { numberText } from "../ui/format.ts";

/** Who meets whom; the host knows their rules. */
export const formats = ["round-robin", "double-round-robin", "swiss", "knockout", "gauntlet"] as const;
export type Format = (typeof formats)[number];

const formatTitles: Readonly<Record<string, string>> = {
  "round-robin": "Round robin",
  "double-round-robin": "Double round robin",
  gauntlet: "Gauntlet",
  knockout: "Knockout",
  swiss: "Swiss",
  measure: "Measurement",
};
export const formatTitle = (format: string): string => formatTitles[format] ?? format;

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
export const terminationTitle = (termination: string): string => terminationTitles[termination] ?? termination;

/** What a game or a match was to somebody, as tables have it. */
export const resultMarks = { won: "1", drawn: "½", lost: "0" } as const;

/** Points as people write them: `7`, `7½`, `7.25`. */
export function pointsText(value: number): string {
  const whole = Math.floor(value);
  if (value === whole) return String(value);
  if (value - whole === 0.5) return whole === 0 ? "½" : `${whole}½`;
  return String(Number(value.toFixed(2)));
}

/** `1 point`, `½ point`, `7½ points`. */
export const inPoints = (value: number): string =>
  `${pointsText(value)} ${value > 0 && value <= 1 ? "point" : "points"}`;

/** `1540 ± 60`, `> 1850`; a dash where nothing is known. */
export function ratingText({ kind, elo, interval }: LeagueRating): string {
  if (elo === null) return "–";
  if (kind === "at_least") return `> ${elo}`;
  if (kind === "at_most") return `< ${elo}`;
  return interval === null ? String(elo) : `${elo} ± ${interval}`;
}

/** Time for a move: `4 ms`, `1.3 s`, `48 s`; a dash where there was none. */
export function timeText(ms: number | null): string {
  if (ms === null) return "–";
  if (ms < 1) return "< 1 ms";
  if (ms < 1000) return `${Math.round(ms)} ms`;
  return ms < 10_000 ? `${(ms / 1000).toFixed(1)} s` : `${Math.round(ms / 1000)} s`;
}

export const dollars = (value: number): string => `$${value.toFixed(value < 0.1 ? 4 : 2)}`;

export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${numberText(count)} ${count === 1 ? one : many}`;
