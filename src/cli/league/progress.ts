import type { LeagueReport } from "../../shared/leagues.ts";

/** Tells how far a league is, on standard error: a bar in a terminal, plain lines elsewhere. */
export interface Progress {
  show(report: LeagueReport): void;
  /** Takes the bar away, so that something else can be printed. */
  clear(): void;
}

const BAR = 30;
/** Plain lines told of one league at the most: of a long one, every so many rounds. */
const MOST_LINES = 50;

export function createProgress(stream: NodeJS.WriteStream): Progress {
  let shown = "";
  let lastRound = 0;
  const clear = () => {
    if (shown !== "") stream.write(`\r${" ".repeat(shown.length)}\r`);
    shown = "";
  };
  return {
    clear,
    show: (report) => {
      const { over, total } = matchesIn(report);
      if (stream.isTTY) {
        const filled = total === 0 ? 0 : Math.round((BAR * over) / total);
        const text = `round ${report.round} of ${report.rounds_total} [${"#".repeat(filled)}${".".repeat(BAR - filled)}] ${over} of ${total} matches`;
        clear();
        stream.write(text);
        shown = text;
        return;
      }
      const step = Math.ceil(report.rounds_total / MOST_LINES);
      if (report.round === lastRound || report.round % step !== 0) return;
      lastRound = report.round;
      stream.write(`kibitz: round ${report.round} of ${report.rounds_total}\n`);
    },
  };
}

/** Matches that are over, and all there will be as far as it is known: rounds that are not paired count as the last one. */
function matchesIn({ rounds, rounds_total }: LeagueReport) {
  const all = rounds.flatMap(({ matches }) => matches.filter(({ b }) => b !== null));
  const last = rounds.at(-1)?.matches.filter(({ b }) => b !== null).length ?? 0;
  return {
    over: all.filter(({ status }) => status === "reported").length,
    total: all.length + Math.max(0, rounds_total - rounds.length) * last,
  };
}
