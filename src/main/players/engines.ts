import { realpathSync } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";
import { z } from "zod";
import type { AddedEngine } from "../../shared/api.ts";
import { accept, attempt, invalid, type Result, refuse } from "../../shared/result.ts";
import { whole } from "../../shared/schemas.ts";
import { cleanLine, NAME_LENGTH, quote } from "../../shared/text.ts";
import type { Log } from "../base/log.ts";
import { commandLine } from "../base/shim-command.ts";
import { fileIn } from "../data/data-dir.ts";
import { openJsonFile } from "../data/json-file.ts";
import { programObstacle } from "./stockfish/engine.ts";
import type { ChosenEngine } from "./uci/analysis-engine.ts";
import { tryOwnEngine } from "./uci/own-engine.ts";

const oneLine = (longest: number) =>
  z
    .string()
    .max(longest)
    .regex(/^[^\r\n]*$/, "one line is expected");

/** `POST /api/engines`: an engine to add. */
export const engineRequest = z.strictObject({
  name: oneLine(NAME_LENGTH).min(1),
  path: z.string().min(1).max(4_000),
  args: z.array(oneLine(1_000)).max(50).default([]),
  options: z.record(oneLine(100).min(1), oneLine(1_000)).default({}),
  move_ms: whole(1, 3_600_000).default(1_000),
  start_ms: whole(1, 3_600_000).optional(),
});
const keptEngine = engineRequest.strip();

export type Engines = ReturnType<typeof openEngines>;

/** The UCI engines that the person added: programs that Kibitz starts, so nobody else may add any. */
export function openEngines(dataDir: string, log: Log) {
  const file = openJsonFile<readonly unknown[]>({
    dataDir,
    file: "engines",
    log,
    // A newer version may have written the file: entries that cannot be understood stay in it.
    schema: z.array(z.unknown()),
    initial: [],
    loss: "the engines in it must be added again",
  });
  const list = () => file.get().flatMap((each) => engineIn(each) ?? []);
  const odd = file.get().length - list().length;
  if (odd > 0) log.warn(`${fileIn(dataDir, "engines")}: ${odd} of the engines in it cannot be understood`);
  const find = (name: string) => list().find((each) => each.name === name) ?? null;
  const unknown = (name: string) => invalid(`There is no engine ${JSON.stringify(name.slice(0, NAME_LENGTH))}`);
  const closing = new AbortController();
  const trying = new Set<Promise<unknown>>();
  const tryOne = (own: AddedEngine, signal: AbortSignal): Promise<Result<string>> => {
    const trial = tryOwnEngine(own, log, AbortSignal.any([signal, closing.signal])).finally(() => trying.delete(trial));
    trying.add(trial);
    return trial;
  };
  return {
    list,
    find,
    /** A Stockfish on the PATH that has not been added. Found without starting it. */
    findInstalled: () => {
      const path = stockfishOnPath();
      const all = list();
      if (path === null || all.some((each) => realPath(each.path) === realPath(path))) return null;
      const isFree = (name: string) => all.every((each) => each.name.toLowerCase() !== name.toLowerCase());
      const name = ["Stockfish", ...all.map((_, index) => `Stockfish ${index + 2}`)].find(isFree) ?? "Stockfish";
      const command = { command: "kibitz", args: ["engines", "add", "--name", name, "--path", path] };
      return { name, path, command: commandLine(command) };
    },
    /**
     * Adds an engine after starting it once. Refuses a known name at once; a program that is no engine or has no such
     * option when it is tried, and with `HOST_CLOSING` when that is cancelled.
     */
    add: (request: AddedEngine) => {
      const name = cleanLine(request.name);
      const candidate = { ...request, name };
      if (name === "") return invalid("name: it has no visible characters");
      // Engines are tested and removed by a URL path with their name, and these two names lead elsewhere however they
      // are escaped.
      if (name === "." || name === "..") return invalid("name: this can be no part of an address; choose another");
      if (!isAbsolute(request.path)) return invalid("path: the whole path of the program is expected");
      const rival = () => list().find((each) => each.name.toLowerCase() === name.toLowerCase());
      const namesake = rival();
      if (namesake) return invalid(`name: there is an engine ${quote(namesake.name)} already`);
      return accept(async (signal: AbortSignal) => {
        const trial = await tryOne(candidate, signal);
        if (!trial.ok) return trial;
        return rival() ? refuse("CONFLICT", "It has been added in the meantime") : file.set([...file.get(), candidate]);
      });
    },
    /** Starts it once, and returns the name that it gives itself. Refuses an unknown one, and programs as `add` does. */
    test: (name: string) => {
      const own = find(name);
      return own ? accept((signal: AbortSignal) => tryOne(own, signal)) : unknown(name);
    },
    /** Refuses an unknown one. */
    remove: (name: string) => {
      if (!find(name)) return unknown(name);
      return file.set(file.get().filter((each) => engineIn(each)?.name !== name));
    },
    /** Cancels trials, and resolves when their programs have ended. */
    close: async () => {
      closing.abort();
      await Promise.allSettled(trying);
    },
  };
}

const engineIn = (entry: unknown): AddedEngine | null => keptEngine.safeParse(entry).data ?? null;

/** The engine that was chosen for analysis, with its current settings. */
export const chosenEngine = (name: string | null, engines: Pick<Engines, "find">): ChosenEngine | null =>
  name === null ? null : { name, own: engines.find(name) };

/** The first program of that name in the folders of the PATH, without Kibitz's own folder, which npm adds there. */
export function stockfishOnPath(path = process.env["PATH"] ?? ""): string | null {
  const file = process.platform === "win32" ? "stockfish.exe" : "stockfish";
  const folders = path.split(delimiter).filter((folder) => isAbsolute(folder) && !/\bnode_modules\b/.test(folder));
  return folders.map((folder) => join(folder, file)).find((path) => programObstacle(path) === null) ?? null;
}

/** The target of a path's links, or the path itself where it does not exist. */
const realPath = (path: string): string => attempt(() => realpathSync(path), path);
