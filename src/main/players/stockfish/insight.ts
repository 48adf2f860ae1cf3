/** What Stockfish sees in a position, from the side to move. Moves are in UCI notation. */
export interface Insight {
  readonly depth: number;
  /** Centipawns, or moves to mate; negative is bad for the side to move. */
  readonly score: { readonly kind: "cp" | "mate"; readonly value: number };
  readonly line: readonly string[];
}

/**
 * The last exact score in what a search printed, with its line; null where there is none. The deepest lines are often
 * cut short by the hash table: an earlier one that begins with the same moves tells more.
 */
export function readInsight(lines: readonly string[]): Insight | null {
  let found: Insight | null = null;
  for (const text of lines) {
    const match = /^info .*?\bdepth (\d+) .*?\bscore (cp|mate) (-?\d+)(?!\d| (?:lower|upper)bound).*? pv (.+)$/.exec(
      text,
    );
    if (!match?.[4]) continue;
    const kind = match[2] === "mate" ? "mate" : "cp";
    const line = match[4].trim().split(" ");
    const goesOn: boolean = found !== null && line.every((move, index) => found?.line[index] === move);
    found = {
      depth: Number(match[1]),
      score: { kind, value: Number(match[3]) },
      line: goesOn && found ? found.line : line,
    };
  }
  return found;
}

/**
 * The lines that a search prints: those of the last depth at which all of them are known, so that none stands there twice.
 * There are fewer than asked for where there are fewer moves.
 */
export function growingLines(count: number) {
  let complete: readonly Insight[] = [];
  let growing: { readonly depth: number; readonly byRank: Map<number, Insight> } | null = null;
  const ranked = (): readonly Insight[] =>
    [...(growing?.byRank ?? [])].sort(([one], [other]) => one - other).map(([, insight]) => insight);
  return {
    /** Answers whether the lines are others than before. */
    hear: (line: string): boolean => {
      const found = readInsight([line]);
      if (!found) return false;
      if (growing?.depth !== found.depth) {
        if (complete.length === 0) complete = ranked();
        growing = { depth: found.depth, byRank: new Map() };
      }
      growing.byRank.set(Number(/ multipv (\d+) /.exec(line)?.[1] ?? 1), found);
      if (growing.byRank.size < (complete.length || count)) return false;
      complete = ranked();
      return true;
    },
    lines: (): readonly Insight[] => (complete.length > 0 ? complete : ranked()),
  };
}
