import { promisify } from "node:util";
import type { DialResult, LinkListener } from "./dial.ts";
import type { Log } from "./log.ts";
import type { Attempt, Command } from "./start-host.ts";

const delay = promisify(setTimeout);

/** Finds the host, or starts one, as long as it is wanted. Several shims may do so at once: one host wins. */
export function createHostConnector(options: {
  readonly dial: (listener: LinkListener) => Promise<DialResult>;
  /** The best first; when one fails, the next is tried. */
  readonly commands: readonly Command[];
  /** The reason why there are none, unless Kibitz just has to be installed. */
  readonly whyNone?: string | null;
  readonly start: (command: Command) => Attempt;
  readonly log: Log;
  /** Milliseconds in which a started host must appear. */
  readonly deadline?: number;
  /** Milliseconds that a host which went away has to come back by itself before another is started. */
  readonly grace?: number;
  /** Milliseconds between two looks. */
  readonly pause?: number;
}): (listener: LinkListener, isWanted: () => boolean) => Promise<DialResult> {
  const { dial, commands, whyNone, start, log, deadline = 20_000, grace = 1000, pause = 100 } = options;
  let hadHost = false;

  return async (listener, isWanted) => {
    const queue = [...commands];
    let wantedSince: number | null = null;
    let attempt: Attempt | null = null;
    let program = "";
    let lastTrial = "";
    for (;;) {
      const result = await dial(listener);
      hadHost ||= result.kind === "linked";
      if (result.kind !== "absent") return result;
      if (!isWanted()) return { kind: "absent" };

      wantedSince ??= Date.now();
      const waitMs = Date.now() - wantedSince;
      if (waitMs >= deadline) return failure(`did not start within ${deadline / 1000} s`, lastTrial);
      // A started host that found another one running ends with success; if that one then ended too, a new attempt is
      // due.
      const outcome = attempt?.outcome ?? null;
      if ((attempt === null && (!hadHost || waitMs >= grace)) || outcome !== null) {
        if (outcome?.ok === false) {
          queue.shift();
          log.warn(`${lastTrial} did not start: ${outcome.reason}`);
          if (queue.length === 0)
            return outcome.missing ? programMissing(program) : failure(`did not start (${outcome.reason})`, lastTrial);
        }
        const [command] = queue;
        if (command === undefined) return { kind: "failed", message: whyNone ?? notInstalled, missing: true };
        [program] = command.line;
        lastTrial = command.line.map(quoteWord).join(" ");
        attempt = start(command);
        log.info(`starting Kibitz (process ${attempt.pid}): ${lastTrial}`);
      }
      await delay(pause);
    }
  };
}

/** A word of a command, quoted for a terminal. */
const quoteWord = (word: string): string => (/^[^\s"'`$&|;<>()*?!#]+$/.test(word) ? word : `"${word}"`);

const notInstalled =
  "Kibitz is not running, and this kibitz-mcp stands alone and found none to start. Install Kibitz if it is not " +
  "installed, start it once, and try again. Tell the person this; you cannot do it for them.";

const programMissing = (program: string): DialResult => ({
  kind: "failed",
  message:
    `Kibitz is not running, and its program ${program} is not there. Install Kibitz, or where KIBITZ_HOST_COMMAND is ` +
    "set, name in it what starts Kibitz. Then try again. Tell the person this; you cannot do it for them.",
  missing: true,
});

const failure = (problem: string, command: string): DialResult => ({
  kind: "failed",
  message: `Kibitz ${problem}. Start it yourself to see what it says, then try again: ${command}`,
});
