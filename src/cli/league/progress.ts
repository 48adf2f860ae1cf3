import type { LeagueSummary } from "../../shared/leagues.ts";

/** Shows the progress of a league on standard error: a bar in a terminal, plain lines elsewhere. */
export type Progress = ReturnType<typeof createProgress>;
type ProgressFacts = Pick<LeagueSummary, "round" | "rounds_total" | "matches_over" | "matches_total">;

/** The width of the bar, where the terminal has room for it; below it is useless. */
const BAR = 30;
const SHORTEST_BAR = 8;
/** Most plain lines for one league: in a long one, every so many rounds get one. */
const MOST_LINES = 50;

/** The output. `columns`: its width, where that is known. */
interface Stream {
  readonly isTTY: boolean;
  readonly columns?: number;
  write(text: string): boolean;
}

export function createProgress(stream: Stream) {
  let lastText = "";
  let lastRound = 0;
  const clear = () => {
    if (lastText !== "") stream.write(`\r${" ".repeat(lastText.length)}\r`);
    lastText = "";
  };
  return {
    /** Removes the bar, so that something else can be printed. */
    clear,
    show: ({ round, rounds_total, matches_over: over, matches_total: total }: ProgressFacts) => {
      if (stream.isTTY) {
        const text = barText(
          [`round ${round} of ${rounds_total}`, `${over} of ${total} matches`],
          over / (total || 1),
          stream,
        );
        clear();
        stream.write(text);
        lastText = text;
        return;
      }
      const step = Math.ceil(rounds_total / MOST_LINES);
      if (round === lastRound || round % step !== 0) return;
      lastRound = round;
      stream.write(`kibitz: round ${round} of ${rounds_total}\n`);
    },
  };
}

/** Kept to one line of the terminal, since only the last line of a longer one could be wiped. */
function barText([before, after]: readonly [string, string], part: number, { columns: streamWidth }: Stream): string {
  // Some terminals report no width.
  const columns = streamWidth || Infinity;
  const width = Math.min(BAR, columns - 1 - before.length - after.length - " [] ".length);
  if (width < SHORTEST_BAR) return `${before}, ${after}`.slice(0, columns - 1);
  const cells = Math.round(width * part);
  return `${before} [${"#".repeat(cells)}${".".repeat(width - cells)}] ${after}`;
}
