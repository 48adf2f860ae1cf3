import { lstatSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import * as instance from "../shared/instance.ts";
import type { Log } from "./log.ts";
import { createLineReader } from "./message.ts";
import { type Attempt, readableText, type StartCommand } from "./start-host.ts";

interface LinkCaller extends Omit<instance.Hello, "token"> {
  readonly dataDir: string;
}

/** Bytes of the longest line from the host. */
const longestLine = 64 * 1024 * 1024;
/** Milliseconds for the host to answer the hello. */
const helloTime = 5000;

/** Connects to the host that the data folder announces, and says hello. Fails where a host runs and refuses this client. */
export function dialHost({ dataDir, ...hello }: LinkCaller, listener: LinkListener): Promise<DialResult> {
  const textOf = (file: "discovery" | "agentToken") => readableText(join(dataDir, instance.instanceFiles[file]));
  const host = instance.parseDiscovery(textOf("discovery") ?? "");
  if (host === null || !isOwnSocket(host.socket)) return Promise.resolve({ kind: "absent" });
  return new Promise((resolve) => {
    const socket = connect(host.socket);
    let hasGreeted = false;
    const settle = (result: DialResult) => {
      clearTimeout(timer);
      if (result.kind !== "linked") socket.destroy();
      resolve(result);
    };
    const timer = setTimeout(() => {
      settle({ kind: "failed", message: `Kibitz is running (process ${host.pid}) but does not answer. Restart it.` });
    }, helloTime);
    const link: Link = {
      send(line) {
        if (socket.destroyed || socket.write(`${line}\n`)) return;
        listener.onCongestion(true);
        socket.once("drain", () => listener.onCongestion(false));
      },
      hold: (stop) => void (stop ? socket.pause() : socket.resume()),
      close: () => void socket.end(),
    };
    const reader = createLineReader(
      longestLine,
      (line) => {
        if (hasGreeted) {
          listener.line(line);
          return;
        }
        const answer = instance.parseHelloAnswer(line);
        hasGreeted = answer.ok;
        settle(answer.ok ? { kind: "linked", link } : { kind: "failed", message: answer.message });
      },
      () => socket.destroy(),
    );
    socket.on("connect", () =>
      socket.write(instance.formatHello({ ...hello, token: textOf("agentToken")?.trim() ?? null })),
    );
    socket.on("data", reader);
    // The socket's "close" follows every error.
    socket.on("error", () => {});
    socket.on("close", () => {
      if (hasGreeted) listener.onClose();
      else settle({ kind: "absent" });
    });
  });
}

/** The file of a host that is gone may lead to somebody else's socket, which must not learn the agents' token. */
const isOwnSocket = (path: string): boolean =>
  instance.isTrustedSocket(path, (each) => lstatSync(each, { throwIfNoEntry: false }), process.geteuid?.());

/** A connection to the host after its hello. */
export interface Link {
  send(line: string): void;
  /** Stops or resumes the lines that come from it. */
  hold(stop: boolean): void;
  close(): void;
}

export interface LinkListener {
  line(line: string): void;
  onClose(): void;
  /** Whether the host reads more slowly than the client writes. */
  onCongestion(yes: boolean): void;
}

export type DialResult =
  | { readonly kind: "linked"; readonly link: Link }
  /** No host runs, and nobody was waiting for one. */
  | { readonly kind: "absent" }
  /** `missing`: this machine has no command that starts one. */
  | { readonly kind: "failed"; readonly message: string; readonly missing?: true };

const delayFor = promisify(setTimeout);

/** Finds the host, or starts one, as long as it is wanted. Several shims may do so at once: one host wins. */
export function createHostConnector(options: {
  readonly dial: (listener: LinkListener) => Promise<DialResult>;
  /** The best first; when one fails, the next is tried. */
  readonly commands: readonly StartCommand[];
  /** The reason why there are none, unless Kibitz just has to be installed. */
  readonly whyNone?: string | null;
  readonly start: (command: StartCommand) => Attempt;
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
      await delayFor(pause);
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
