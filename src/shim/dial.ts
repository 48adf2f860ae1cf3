import { lstatSync, readFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import * as instance from "../shared/instance.ts";
import { attempt } from "../shared/result.ts";
import { createLineReader } from "./message.ts";

/** The text of a file; null where it cannot be read. */
export const readableText = (path: string): string | null => attempt(() => readFileSync(path, "utf8"), null);

interface Caller extends Omit<instance.Hello, "token"> {
  readonly dataDir: string;
}

/** Bytes of the longest line from the host. */
const longestLine = 64 * 1024 * 1024;
/** Milliseconds for the host to answer the hello. */
const helloTime = 5000;

/** Connects to the host that the data folder announces, and says hello. Fails where a host runs and refuses this client. */
export function dial({ dataDir, ...hello }: Caller, listener: LinkListener): Promise<DialResult> {
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
