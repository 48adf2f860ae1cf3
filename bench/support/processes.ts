import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import {
  awake,
  type HostLine,
  type HostProcess,
  hostProgramIn,
  projectDir,
  startHost,
} from "../../test/support/host-process.ts";
import { tempDir } from "../../test/support/temp-dir.ts";
import { type Profile, startProfile } from "./profile.ts";

/** Lets the inspector look at a process, on a port of its own choice. */
const inspected = { NODE_OPTIONS: "--inspect=127.0.0.1:0" };

export type NoOpLine = Pick<HostLine, "mcp" | "socket" | "agentToken" | "dataDir">;

/** A process to be measured; disposing ends it and removes its folder. */
export interface Subject<Line> extends AsyncDisposable {
  readonly line: Line;
  /** Memory in use after a garbage collection, in bytes. Only with `inspect`. */
  memory(): Promise<{ readonly rss: number; readonly heap: number }>;
  /** How many timers run in it. Only with `inspect`. */
  timers(): Promise<number>;
  /** Begins to sample it; the returned function stops and answers with the samples. Only with `inspect`. */
  profile(): Promise<() => Promise<Profile>>;
}

/** The headless host as it is shipped, on a data folder of its own. */
export async function startKibitz({
  inspect = false,
  env = {},
  checkout = projectDir,
}: {
  readonly inspect?: boolean;
  readonly env?: Record<string, string>;
  /** The folder of the checkout whose build it is. */
  readonly checkout?: string;
} = {}): Promise<Subject<HostProcess>> {
  const opened = new AsyncDisposableStack();
  const dir = opened.use(tempDir());
  const host = opened.use(
    await startHost(
      dir.path,
      { KIBITZ_LOG_LEVEL: "warn", ...awake, ...(inspect ? inspected : {}), ...env },
      [],
      hostProgramIn(checkout),
    ),
  );
  return { line: host, ...inside(() => host.log()), [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

/** The same SDK and doors with nothing behind them. */
export async function startNoOp({ inspect = false } = {}): Promise<Subject<NoOpLine>> {
  const opened = new AsyncDisposableStack();
  const dir = opened.use(tempDir());
  const child = spawn(process.execPath, [join(import.meta.dirname, "no-op-host.ts"), dir.path], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, ...(inspect ? inspected : {}) },
  });
  const exited = once(child, "exit");
  opened.defer(async () => {
    child.kill();
    await exited;
  });
  let stderr = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
  });
  const ended = exited.then(([code]) => Promise.reject(new Error(`the no-op host ended with ${code}: ${stderr}`)));
  ended.catch(() => {});
  const [text] = await Promise.race([once(createInterface({ input: child.stdout }), "line"), ended]);
  const line: NoOpLine = JSON.parse(String(text));
  return { line, ...inside(() => stderr), [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

/** Looks into a process through its inspector, whose address it wrote to standard error. */
const inside = (stderr: () => string): Pick<Subject<unknown>, "memory" | "timers" | "profile"> => ({
  memory: async () => {
    await using inspector = await inspect(stderr());
    await inspector.ask("HeapProfiler.collectGarbage");
    await inspector.ask("HeapProfiler.collectGarbage");
    const { rss, heapUsed, external } = await inspector.evaluate("process.memoryUsage()");
    return { rss, heap: heapUsed + external };
  },
  timers: async () => {
    await using inspector = await inspect(stderr());
    return await inspector.evaluate("process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length");
  },
  profile: async () => {
    const inspector = await inspect(stderr());
    const stop = await startProfile(inspector.ask);
    return async () => {
      const profile = await stop();
      await inspector[Symbol.asyncDispose]();
      return profile;
    };
  },
});

async function inspect(stderr: string) {
  const address = /ws:\/\/\S+/.exec(stderr)?.[0];
  if (address === undefined) throw new Error("the process was not started to be inspected");
  const socket = new WebSocket(address);
  await once(socket, "open");
  let last = 0;
  const ask = async (method: string, params: Record<string, unknown> = {}) => {
    last += 1;
    const id = last;
    const answer = new Promise<string>((resolve) => {
      const read = ({ data }: MessageEvent) => {
        if (JSON.parse(String(data)).id !== id) return;
        socket.removeEventListener("message", read);
        resolve(String(data));
      };
      socket.addEventListener("message", read);
    });
    socket.send(JSON.stringify({ id, method, params }));
    return JSON.parse(await answer).result;
  };
  return {
    ask,
    evaluate: async (expression: string) =>
      (await ask("Runtime.evaluate", { expression, returnByValue: true })).result.value,
    [Symbol.asyncDispose]: async () => {
      const closed = once(socket, "close");
      socket.close();
      await closed;
    },
  };
}
