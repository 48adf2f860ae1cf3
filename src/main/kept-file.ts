import { readFileSync } from "node:fs";
import type { z } from "zod";
import type { instanceFiles } from "../shared/instance.ts";
import { accept, type Result } from "../shared/result.ts";
import { fileIn, storageRefusal, systemErrorCode, writeFileWhole } from "./data-dir.ts";
import type { Log } from "./log.ts";

/** A value that is kept as JSON in a file of the data folder, for this host alone to write while it runs. */
export interface KeptFile<Value> {
  get(): Value;
  /** Refuses with `STORAGE_FAILED` where it cannot be written: then the value stays as it was. */
  set(next: Value): Result<Value>;
}

export interface KeptFileOptions<Value> {
  readonly dataDir: string;
  readonly file: keyof typeof instanceFiles;
  readonly schema: z.ZodType<Value>;
  /** What it is before anything was kept. */
  readonly otherwise: Value;
  /** What a damaged file costs, in words that say what to do: it is not the start. */
  readonly loss: string;
  readonly log: Log;
}

export function openKeptFile<Value>(options: KeptFileOptions<Value>): KeptFile<Value> {
  const path = fileIn(options.dataDir, options.file);
  let current = read(path, options);
  return {
    get: () => current,
    set: (next) => {
      try {
        writeFileWhole(path, `${JSON.stringify(next, null, 2)}\n`);
      } catch (error) {
        return storageRefusal(error, `${path} cannot be written`);
      }
      current = next;
      return accept(next);
    },
  };
}

function read<Value>(path: string, { schema, otherwise, loss, log }: KeptFileOptions<Value>): Value {
  try {
    return schema.parse(JSON.parse(readFileSync(path, "utf8")));
  } catch (error) {
    if (systemErrorCode(error) !== "ENOENT") log.warn(`${path} is damaged; ${loss}`);
    return otherwise;
  }
}
