import { rules as chess } from "../../../src/games/chess/rules/rules.ts";
import type { Log } from "../../../src/main/base/log.ts";
import type { ChessEngine, MoveRequest } from "../../../src/main/players/stockfish/pool.ts";

/** A level that thinks until it is stopped. */
export const endless = { choice: { by: "skill", skill: 20 }, depth: 99, movetimeMs: 600_000 } as const;

/** A line of a search in full swing: the one that warms an engine up ends at depth 8. */
export const searchLine = /info depth \d\d /;

/** A log whose lines can be waited for. A wait sees only the lines that come after it. */
export function watchedLog(): { readonly log: Log; seen(pattern: RegExp): Promise<string> } {
  const waits = new Set<{ readonly pattern: RegExp; readonly resolve: (line: string) => void }>();
  const write = (line: string) => {
    for (const wait of waits) {
      if (!wait.pattern.test(line)) continue;
      waits.delete(wait);
      wait.resolve(line);
    }
  };
  return {
    log: { error: write, warn: write, info: write, debug: write },
    seen: (pattern) => new Promise((resolve) => waits.add({ pattern, resolve })),
  };
}

/** A request for the position after these moves. */
export function requestAfter(
  moves: readonly string[],
  { startFen = null, level = 1, signal = new AbortController().signal }: Partial<MoveRequest> = {},
): MoveRequest {
  const started = chess.start(startFen === null ? {} : { fen: startFen });
  if (!started.ok) throw new Error(started.message);
  let state = started.value;
  for (const move of moves) {
    const played = chess.play(state, chess.toMove(state)[0] ?? "white", move);
    if (!played.ok) throw new Error(played.message);
    state = played.value.state;
  }
  return { startFen, moves, legalMoves: chess.legalMoves(state, chess.toMove(state)[0] ?? "white"), level, signal };
}

export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Waits for something that announces itself by no event, such as the end of another process's child. */
export async function until(holds: () => boolean, limitMs = 15_000): Promise<void> {
  const deadline = performance.now() + limitMs;
  while (!holds()) {
    if (performance.now() > deadline) throw new Error(`still not so after ${limitMs} ms: ${holds}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** The pid of a pool that runs one process. */
export function onlyPid(engine: ChessEngine): number {
  const [pid, ...others] = engine.pids;
  if (pid === undefined || others.length > 0) throw new Error(`not one process but ${engine.pids.length}`);
  return pid;
}
