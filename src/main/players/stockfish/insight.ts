/** Stockfish's insight into a position, from the side to move. Moves are in UCI notation. */
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
  let insight: Insight | null = null;
  for (const text of lines) {
    const info = readInfo(text);
    if (!info) continue;
    const goesOn: boolean = insight !== null && info.line.every((move, index) => insight?.line[index] === move);
    insight = goesOn && insight ? { ...info, line: insight.line } : info;
  }
  return insight;
}

/**
 * An exact score with its depth and its line; null where one of them is missing. They come in any order (UCI protocol,
 * `info`), and a string takes the rest of its line.
 */
export function readInfo(text: string): Insight | null {
  const [info = ""] = text.split(/\sstring\s/, 1);
  if (!/^info\s/.test(info) || /\s(?:lower|upper)bound\b/.test(info)) return null;
  const depth = /\sdepth\s+(\d+)/.exec(info)?.[1];
  const [, unit, value] = /\sscore\s+(cp|mate)\s+(-?\d+)/.exec(info) ?? [];
  const line = /\spv((?:\s+[a-h][1-8][a-h][1-8][qrbn]?)+)/i.exec(info)?.[1]?.toLowerCase();
  if (depth === undefined || value === undefined || line === undefined) return null;
  const kind = unit === "mate" ? "mate" : "cp";
  return { depth: Number(depth), score: { kind, value: Number(value) }, line: line.trim().split(/\s+/) };
}

/**
 * The lines that a search printed: those of the last depth at which all of them are known, so that none appears twice.
 * Fewer than requested where there are fewer moves.
 */
export function growingLines(count: number) {
  let complete: readonly Insight[] = [];
  let growing: { readonly depth: number; readonly byRank: Map<number, Insight> } | null = null;
  const ranking = (): readonly Insight[] =>
    [...(growing?.byRank ?? [])].sort(([one], [other]) => one - other).map(([, insight]) => insight);
  return {
    /** Whether the lines differ from those before. */
    onLine: (line: string): boolean => {
      const insight = readInsight([line]);
      if (!insight) return false;
      if (growing?.depth !== insight.depth) {
        if (complete.length === 0) complete = ranking();
        growing = { depth: insight.depth, byRank: new Map() };
      }
      growing.byRank.set(Number(/\smultipv\s+(\d+)/.exec(line)?.[1] ?? 1), insight);
      if (growing.byRank.size < (complete.length || count)) return false;
      complete = ranking();
      return true;
    },
    lines: (): readonly Insight[] => (complete.length > 0 ? complete : ranking()),
  };
}
