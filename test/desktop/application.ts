import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { delimiter, join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Verbs } from "./stand-in/remote.ts";
import type { ScreenNews } from "./stand-in/screen.ts";

const root = join(import.meta.dirname, "..", "..");
/** Programs that ask the session bus, in the place of the system's. */
const sessionBus = join(import.meta.dirname, "stand-in", "session-bus");

type Remote = {
  readonly [Verb in keyof Verbs]: (...given: Parameters<Verbs[Verb]>) => Promise<Awaited<ReturnType<Verbs[Verb]>>>;
};

export interface Application extends Remote, AsyncDisposable {
  /** Hears what the window shows from now on. */
  onScreen(listener: (news: ScreenNews) => void): void;
  /** Resolves once the application says that it runs. */
  readonly ready: Promise<void>;
  /** Resolves once a dialog is open. */
  readonly dialogShown: Promise<void>;
  /** Its standard error so far. */
  stderr(): string;
  /** Nobody reads its standard error any more. */
  closeStderr(): void;
  /** Exit code and standard error of the whole run. */
  readonly ended: Promise<{ readonly code: number | null; readonly stderr: string }>;
}

/**
 * Starts the built main bundle under Node, with the stand-in in Electron's place.
 * @param env what `stand-in/` reads of it (`STAND_IN_…`), and the rest of the surroundings
 * @param program what runs it, where that is not this Node
 */
export function startApplication(
  dataDir: string,
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
  program: string = process.execPath,
): Application {
  const child = spawn(
    program,
    [
      "--import",
      pathToFileURL(join(import.meta.dirname, "stand-in", "register.ts")).href,
      join(root, "out", "main", "index.js"),
      "--data-dir",
      dataDir,
      "--port",
      "0",
      ...args,
    ],
    {
      stdio: ["ignore", "ignore", "pipe", "ipc"],
      // A named pipe of Windows would be a file in the folder.
      cwd: env["STAND_IN_PLATFORM"] === "win32" ? dataDir : undefined,
      env: { ...process.env, PATH: `${sessionBus}${delimiter}${process.env["PATH"]}`, ...env },
    },
  );
  let stderr = "";
  const dialog = Promise.withResolvers<void>();
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
    if (stderr.includes("[dialog] ")) dialog.resolve();
  });
  const ended = once(child, "close").then(([code]) => ({ code, stderr }));
  const ready = new Promise<void>((resolve, reject) => {
    child.on("message", (message) => message === "ready" && resolve());
    void ended.then(({ code }) => reject(new Error(`the application ended with ${code}: ${stderr}`)));
  });
  // A run that is meant to end early is looked at through `ended`.
  ready.catch(() => {});
  const remote = remoteOf(child);
  return Object.assign(remote, {
    ready,
    ended,
    dialogShown: dialog.promise,
    stderr: () => stderr,
    closeStderr: () => void child.stderr?.destroy(),
    onScreen(listener: (news: ScreenNews) => void) {
      child.on("message", (message: { screen?: ScreenNews }) => message.screen && listener(message.screen));
    },
    async [Symbol.asyncDispose]() {
      // Windows has no signal that asks.
      if (process.platform === "win32") await remote.quit().catch(() => {});
      else if (child.exitCode === null) child.kill("SIGTERM");
      await ended;
    },
  });
}

/** Every verb of the stand-in as a function that asks the child. */
function remoteOf(child: ChildProcess): Remote {
  let last = 0;
  const asked = new Map<number, { readonly verb: string; readonly answer: PromiseWithResolvers<unknown> }>();
  child.on("message", ({ id = 0, value, error }: { id?: number; value?: unknown; error?: string }) => {
    const answer = asked.get(id)?.answer;
    asked.delete(id);
    if (error === undefined) answer?.resolve(value);
    else answer?.reject(new Error(error));
  });
  child.once("exit", () => {
    for (const { verb, answer } of asked.values()) answer.reject(new Error(`the application ended during ${verb}`));
  });
  const ask = (verb: string, given: unknown[]) => {
    const id = ++last;
    const answer = Promise.withResolvers<unknown>();
    asked.set(id, { verb, answer });
    child.send({ id, verb, given });
    return answer.promise;
  };
  return new Proxy({} as Remote, {
    get: (own, name) => Reflect.get(own, name) ?? ((...given: unknown[]) => ask(String(name), given)),
  });
}
