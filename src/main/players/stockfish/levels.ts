/** How one level of the computer opponent plays. */
export interface Level {
  /** Share of moves picked at random from the legal ones, 0 to 1; a mate that the search saw is played instead. */
  readonly randomShare: number;
  /** Stockfish's "Skill Level", 0 to 20; below 20 it picks among its four best lines, worse ones more often. */
  readonly skill: number;
  /** Search depth in plies. It ends nearly every search within 0.2 s, so that strength does not hang on the machine. */
  readonly depth: number;
  /** Longest thinking time in ms, for a slow or busy machine. */
  readonly movetimeMs: number;
}

/** Levels 1 to 10, weakest first. `test/bench/ladder.ts` measures that each one beats the one below. */
export const levels: readonly Level[] = [
  { randomShare: 0.45, skill: 0, depth: 1, movetimeMs: 1000 },
  { randomShare: 0.25, skill: 0, depth: 1, movetimeMs: 1000 },
  { randomShare: 0.1, skill: 0, depth: 2, movetimeMs: 1000 },
  { randomShare: 0, skill: 0, depth: 3, movetimeMs: 1000 },
  { randomShare: 0, skill: 1, depth: 4, movetimeMs: 2000 },
  { randomShare: 0, skill: 3, depth: 5, movetimeMs: 2000 },
  { randomShare: 0, skill: 6, depth: 6, movetimeMs: 2000 },
  { randomShare: 0, skill: 10, depth: 7, movetimeMs: 3000 },
  { randomShare: 0, skill: 12, depth: 8, movetimeMs: 3000 },
  { randomShare: 0, skill: 20, depth: 12, movetimeMs: 5000 },
];
