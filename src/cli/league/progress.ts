import type { LeagueSummary } from "../../shared/leagues.ts";

/** Tells how far a league is, on standard error: a bar in a terminal, plain lines elsewhere. */
export interface Progress {
  show(league: Pick<LeagueSummary, "round" | "rounds_total" | "matches_over" | "matches_total">): void;
  /** Takes the bar away, so that something else can be printed. */
  clear(): void;
}

const BAR = 30;
/** Plain lines told of one league at the most: of a long one, every so many rounds. */
const MOST_LINES = 50;

export function createProgress(stream: Pick<NodeJS.WriteStream, "isTTY"> & { write(text: string): boolean }): Progress {
  let shown = "";
  let lastRound = 0;
  const clear = () => {
    if (shown !== "") stream.write(`\r${" ".repeat(shown.length)}\r`);
    shown = "";
  };
  return {
    clear,
    show: ({ round, rounds_total, matches_over: over, matches_total: total }) => {
      if (stream.isTTY) {
        const filled = total === 0 ? 0 : Math.round((BAR * over) / total);
        const text = `round ${round} of ${rounds_total} [${"#".repeat(filled)}${".".repeat(BAR - filled)}] ${over} of ${total} matches`;
        clear();
        stream.write(text);
        shown = text;
        return;
      }
      const step = Math.ceil(rounds_total / MOST_LINES);
      if (round === lastRound || round % step !== 0) return;
      lastRound = round;
      stream.write(`kibitz: round ${round} of ${rounds_total}\n`);
    },
  };
}
