// `node flood.ts`: makes the bursts that it reads as one line of JSON, and writes what became of them as another.
import { text } from "node:stream/consumers";
import { httpCaller, socketCaller } from "./callers.ts";
import { timed } from "./measure.ts";
import type { NoOpLine } from "./processes.ts";

/** Calls that are made at once, over and over. */
export interface Flood {
  readonly host: Pick<NoOpLine, "mcp" | "socket" | "agentToken" | "dataDir">;
  readonly door: "http" | "socket";
  readonly tool: string;
  readonly args: Record<string, unknown>;
  /** The number of calls of a burst. */
  readonly calls: number;
  readonly bursts: number;
}

export interface FloodResult {
  readonly answered: number;
  readonly refused: number;
  /** Milliseconds from the first call to the last answer. */
  readonly ms: number;
}

const { host, door, tool, args, calls, bursts }: Flood = JSON.parse(await text(process.stdin));
const caller = door === "http" ? httpCaller({ ...host, mcp: `${host.mcp}?toolsets=all` }) : await socketCaller(host);
const outcomes: boolean[] = [];
const burst = () =>
  Promise.all(
    Array.from({ length: calls }, () =>
      caller.call(tool, args).then(
        () => outcomes.push(true),
        () => outcomes.push(false),
      ),
    ),
  );
const ms = await timed(async () => {
  for (let index = 0; index < bursts; index += 1) await burst();
});
const answered = outcomes.filter((is) => is).length;
process.stdout.write(
  `${JSON.stringify({ answered, refused: outcomes.length - answered, ms } satisfies FloodResult)}\n`,
);
process.exit();
