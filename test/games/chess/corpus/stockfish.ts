import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const enginePath = fileURLToPath(new URL("../../../../out/stockfish/stockfish-19-lite-single.js", import.meta.url));

/** The WASM Stockfish as a reference: it knows the rules on its own, and `go perft 1` lists its legal moves. */
export interface Stockfish {
  /** Sends lines and resolves with what the engine printed, up to and with the first line that matches. */
  ask(commands: readonly string[], until: RegExp): Promise<readonly string[]>;
  close(): Promise<void>;
}

export function openStockfish(): Stockfish {
  const engine = spawn(process.execPath, [enginePath], { stdio: ["pipe", "pipe", "ignore"] });
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
