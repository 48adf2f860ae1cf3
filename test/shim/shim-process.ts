import { spawn } from "node:child_process";
import { once } from "node:events";
import { hostProgram, shimProgram } from "../support/host-process.ts";
import { createInbox, linesOf } from "./inbox.ts";

/** A line of MCP, of which a test looks at what it expects. */
export interface Line {
  readonly id?: string | number | null;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly result?: {
    readonly isError?: boolean;
    readonly resultType?: string;
    readonly content?: readonly { readonly text: string }[];
    readonly structuredContent?: Readonly<Record<string, unknown>>;
    readonly [key: string]: unknown;
  };
  readonly error?: { readonly code: number; readonly message: string };
}

/** The command by which the shim starts a host in tests: the host from its sources. */
const hostCommand = [process.execPath, hostProgram, "--port", "0"];

export type Shim = ReturnType<typeof startShim>;

/** A shim as an MCP host would start it, spoken to line by line. */
export function startShim(dataDir: string, env: Record<string, string> = {}, args: readonly string[] = []) {
  const child = spawn(process.execPath, [shimProgram, "--data-dir", dataDir, ...args], {
    stdio: "pipe",
    env: { ...process.env, KIBITZ_HOST_COMMAND: JSON.stringify(hostCommand), ...env },
  });
  let stderr = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
  });
  child.stdin.on("error", () => {});
  const lines = linesOf(child.stdout);
  const exited = once(child, "exit").then(([code]): number | null => code);
  const answers = new Map<string | number, ReturnType<typeof createInbox<Line>>>();
  const others = createInbox<Line>();
  const inboxFor = (id: string | number) => {
    const inbox = answers.get(id) ?? createInbox<Line>();
    answers.set(id, inbox);
    return inbox;
  };
  const sort = async (): Promise<void> => {
    for (;;) {
      const line: Line = JSON.parse(await lines.next("line", Number.POSITIVE_INFINITY));
      if (line.method === undefined && line.id !== undefined && line.id !== null) inboxFor(line.id).push(line);
      else others.push(line);
    }
  };
  sort().catch((error: unknown) =>
    others.push({ error: { code: 0, message: `not JSON on stdout: ${String(error)}` } }),
  );

  let lastId = 0;
  const write = (line: string) => void child.stdin.write(`${line}\n`);
  const send = (message: object) => write(JSON.stringify({ jsonrpc: "2.0", ...message }));
  /** Sends a request and gives the wait for its answer. */
  const ask = (method: string, params: object = {}, id: string | number = ++lastId): Promise<Line> => {
    const answer = inboxFor(id).next(`answer to ${method}`);
    send({ id, method, params });
    return answer;
  };
  return {
    child,
    exited,
    others,
    stderr: () => stderr,
    /** The processes that it started; at `info`, it says so. */
    hosts: () => [...stderr.matchAll(/starting Kibitz \(process (\d+)\)/g)].map(([, pid]) => Number(pid)),
    write,
    send,
    ask,
    answerTo: (id: string | number) => inboxFor(id).next("answer"),
    call: (name: string, args: object = {}, meta?: object) =>
      ask("tools/call", { name, arguments: args, ...(meta ? { _meta: meta } : {}) }),
    /** The handshake of the 2025 era. */
    async shakeHands(): Promise<Line> {
      const clientInfo = { name: "raw", version: "1" };
      const answer = await ask("initialize", { protocolVersion: "2025-11-25", capabilities: {}, clientInfo });
      send({ method: "notifications/initialized" });
      return answer;
    },
    kill: () => child.kill("SIGKILL"),
  };
}
