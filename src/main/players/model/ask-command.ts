import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { addAbortListener } from "node:events";
import { mkdtemp, readdir, readlink, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { StringDecoder } from "node:string_decoder";
import { attempt, messageOf } from "../../../shared/result.ts";
import { cleanLine } from "../../../shared/text.ts";
import { awakeTime, limitOf } from "../../base/awake-time.ts";
import { killGroup } from "../stockfish/engine.ts";
import { withoutSecret } from "../without-secret.ts";
import { type AskModel, answerOf, failure, LONGEST_READ } from "./model-answer.ts";

/** Most bytes that a program may print for one answer; one that prints more is ended. */
const MOST_PRINTED = 1_048_576;
/** Most characters of its complaint that are told. */
const LONGEST_COMPLAINT = 200;
/** Milliseconds after its end for which its output is read, which a program that left its group may hold open. */
const DRAIN_MS = 1_000;
/** The variables that every program needs; what it prints of the others is hidden, as keys of models are, from this length on. */
const plainNames: readonly string[] = ["PATH", "HOME"];
const LEAST_SECRET = 8;

/**
 * Asks a program once: starts it in an empty folder of its own with the named variables of the environment alone, gives
 * it the prompt on standard input or as the last argument, and reads what it prints as a model's answer. It ends with all
 * of its process group, and on Linux with all who work in its folder, when it has answered, when its time is over, and
 * when it prints too much.
 */
export const askCommand: AskModel = async ({ command, model }, _key, { system, user }, limitMs, signal) => {
  const { line: [file = "", ...args] = [], prompt_by: by, env: names = [] } = command ?? {};
  const late = limitOf(limitMs);
  const stop = AbortSignal.any([signal, late.signal]);
  let folder: string | null = null;
  const prompt = system === undefined ? user : `${system}\n\n${user}`;
  const env = Object.fromEntries(names.map((name) => [name, process.env[name]]));
  const secrets = names.flatMap((name) => (plainNames.includes(name) ? [] : (process.env[name] ?? [])));
  const safe = (text: string): string =>
    secrets.filter(({ length }) => length >= LEAST_SECRET).reduce(withoutSecret, text);
  try {
    folder = await realpath(await mkdtemp(join(tmpdir(), "kibitz-command-")));
    const child = spawn(file, by === "argument" ? [...args, prompt] : args, {
      env,
      cwd: folder,
      windowsHide: true,
      // Its own process group, which is ended as a whole.
      detached: process.platform !== "win32",
    });
    const { text, errors, end, isTooLong } = await outputOf(child, by === "argument" ? "" : prompt, stop);
    if (signal.aborted) return failure("called off");
    if (late.signal.aborted)
      return failure(`no answer in ${Number((limitMs / 1_000).toPrecision(2))} s`, { again: true, cause: "late" });
    if (isTooLong) return failure(`it printed more than ${MOST_PRINTED} bytes`, { again: true });
    if (end instanceof Error)
      return failure(`it cannot be started (${cleanLine(messageOf(end))})`, { isMisconfigured: true });
    const complaint = cleanLine(safe(errors)).slice(-LONGEST_COMPLAINT);
    if (end !== "exit code 0")
      return failure(`it ended with ${end}${complaint === "" ? "" : ` (${complaint})`}`, { again: true });
    return answerOf(safe(text), { finish: "stop", model, sent: "{}" });
  } catch (error) {
    // Node throws some of the reasons why the system starts no program.
    return failure(`it cannot be started (${cleanLine(messageOf(error))})`, { isMisconfigured: true });
  } finally {
    late.end();
    if (folder !== null) await endThoseIn(folder);
    // A program may leave files that cannot be deleted; its answer counts all the same.
    if (folder !== null) await rm(folder, { recursive: true, force: true, maxRetries: 3 }).catch(() => {});
  }
};

/** Ends programs that left their group and work in a folder still, where the system says so, as Linux does. */
async function endThoseIn(folder: string): Promise<void> {
  const numbers = (await readdir("/proc").catch(() => [])).filter((name) => /^\d+$/.test(name));
  for (const number of numbers) {
    const place = await readlink(`/proc/${number}/cwd`).catch(() => "");
    if (place === folder || place.startsWith(`${folder}/`))
      attempt(() => process.kill(Number(number), "SIGKILL"), null);
  }
}

/** The end of a program, and the last of what it printed; its process group is over by then. */
async function outputOf(child: ChildProcessWithoutNullStreams, input: string, stop: AbortSignal) {
  const closing = Promise.withResolvers<string | Error>();
  let hasEnded = false;
  // Once it has ended, its number may be another's.
  const kill = () => (child.pid === undefined || hasEnded ? null : killGroup(child, child.pid));
  let length = 0;
  const collect = (stream: NodeJS.ReadableStream) => {
    const decoder = new StringDecoder("utf8");
    let text = "";
    stream.on("error", () => {});
    stream.on("data", (chunk: Buffer) => {
      length += chunk.length;
      if (length > MOST_PRINTED) kill();
      else text += decoder.write(chunk);
    });
    return () => text.slice(-LONGEST_READ);
  };
  const [out, err] = [collect(child.stdout), collect(child.stderr)];
  child.on("error", closing.resolve);
  child.on("exit", (code, signal) => {
    // Others of its group may hold its output open.
    kill();
    hasEnded = true;
    const stopReading = awakeTime.after(DRAIN_MS, () => {
      child.stdout.destroy();
      child.stderr.destroy();
    });
    child.once("close", () => {
      stopReading();
      closing.resolve(signal ?? `exit code ${code}`);
    });
  });
  // A program need not read its prompt to the end.
  child.stdin.on("error", () => {});
  child.stdin.end(input);
  using _listening = addAbortListener(stop, kill);
  const end = await closing.promise;
  return { text: out(), errors: err(), end, isTooLong: length > MOST_PRINTED };
}
