import { copyFileSync, existsSync } from "node:fs";
import type { z } from "zod";
import type { instanceFiles } from "../../shared/instance.ts";
import { accept, type Result } from "../../shared/result.ts";
import type { Log } from "../base/log.ts";
import { readTextFile } from "../base/text-file.ts";
import { fileIn, storageRefusal, systemErrorCode, writeFileWhole } from "./data-dir.ts";

/** A value stored as JSON in a file of the data folder, which only this host writes while it runs. */
export type JsonFile<Value> = ReturnType<typeof openJsonFile<Value>>;

export interface JsonFileOptions<Value> {
  readonly dataDir: string;
  readonly file: keyof typeof instanceFiles;
  readonly schema: z.ZodType<Value>;
  /** The value before anything was kept. */
  readonly initial: Value;
  /** The consequence of a damaged file, with what to do about it. It never prevents the start. */
  readonly loss: string;
  readonly log: Log;
}

export function openJsonFile<Value>(options: JsonFileOptions<Value>) {
  const path = fileIn(options.dataDir, options.file);
  const content = readFile(path, options);
  let { value: current, isDamaged } = content;
  return {
    get: () => current,
    /**
     * Refuses with `STORAGE_FAILED` where it cannot be written, or could not be read: then the value stays as it was. A
     * damaged file is copied beside it, as `.damaged`.
     */
    set: (next: Value): Result<null> => {
      // The unreadable file may have more content, which would be lost.
      if (content.refusal) return content.refusal;
      try {
        if (isDamaged && existsSync(path)) copyFileSync(path, `${path}.damaged`);
        isDamaged = false;
        writeFileWhole(path, `${JSON.stringify(next, null, 2)}\n`);
      } catch (error) {
        return storageRefusal(error, `${path} cannot be written`);
      }
      current = next;
      return accept(null);
    },
  };
}

function readFile<Value>(path: string, { schema, initial, loss, log }: JsonFileOptions<Value>) {
  try {
    return { value: schema.parse(JSON.parse(readTextFile(path))), isDamaged: false, refusal: null };
  } catch (error) {
    const code = systemErrorCode(error);
    if (code === "ENOENT") return { value: initial, isDamaged: false, refusal: null };
    if (code === null) {
      log.warn(`${path} is damaged; ${loss}`);
      return { value: initial, isDamaged: true, refusal: null };
    }
    const refusal = storageRefusal(error, `${path} could not be read, and stays as it is until the next start`);
    log.warn(refusal.message);
    return { value: initial, isDamaged: false, refusal };
  }
}
