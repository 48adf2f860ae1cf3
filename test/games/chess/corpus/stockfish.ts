import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const shipped = fileURLToPath(new URL("../../../../out/stockfish/stockfish-19-lite-single.js", import.meta.url));

/** A Stockfish as a reference: it knows the rules on its own, and `go perft 1` lists its legal moves. */
export interface Stockfish {
  /** Sends lines and resolves with what the engine printed, up to and with the first line that matches. */
  ask(commands: readonly string[], until: RegExp): Promise<readonly string[]>;
  close(): Promise<void>;
}

/**
 * The facts about a position: an en passant square only where a legal capture exists, the legal moves in UCI, sorted.
 */
export interface Told {
  readonly fen: string;
  readonly check: boolean;
  readonly legal: readonly string[];
}

/** Starts a native Stockfish by its path, or the one that Kibitz ships. */
export function openStockfish(native: string | null = null): Stockfish {
  const [program, args] = native === null ? [process.execPath, [shipped]] : [native, []];
  const engine = spawn(program, args, { stdio: ["pipe", "pipe", "ignore"] });
  const closed = new Promise<void>((resolve) => engine.once("close", () => resolve()));
  // A write to an engine that has died fails here; whoever asked learns it from `closed`.
  engine.stdin.on("error", () => {});
  const lines = createInterface({ input: engine.stdout });
  let answer: { readonly until: RegExp; readonly seen: string[]; resolve(seen: string[]): void } | null = null;
  lines.on("line", (line) => {
    if (answer === null) return;
    answer.seen.push(line);
    if (!answer.until.test(line)) return;
    const { resolve, seen } = answer;
    answer = null;
    resolve(seen);
  });
  return {
    ask(commands, until) {
      if (answer !== null) throw new Error("one question at a time");
      return new Promise((resolve, reject) => {
        answer = { until, seen: [], resolve };
        closed.then(() => reject(new Error("Stockfish ended before it answered")));
        engine.stdin.write(`${commands.join("\n")}\n`);
      });
    },
    async close() {
      engine.stdin.end("quit\n");
      await closed;
    },
  };
}

/** Stockfish's facts after a game's first moves: it gets only the first position from us. */
export async function toldBy(engine: Stockfish, startFen: string, moves: readonly string[]): Promise<Told> {
  const position = `position fen ${startFen}${moves.length === 0 ? "" : ` moves ${moves.join(" ")}`}`;
  const lines = await engine.ask([position, "d", "go perft 1"], /^Nodes searched/);
  const field = (name: string) =>
    lines
      .find((line) => line.startsWith(name))
      ?.slice(name.length)
      .trim() ?? "";
  const legal = lines.flatMap((line) => /^([a-h][1-8][a-h][1-8][qrbn]?): 1$/.exec(line)?.[1] ?? []);
  return { fen: field("Fen:"), check: field("Checkers:") !== "", legal: legal.sort() };
}
