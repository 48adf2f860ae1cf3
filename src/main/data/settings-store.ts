import { z } from "zod";
import { createListeners } from "../../shared/listeners.ts";
import { accept, type Result } from "../../shared/result.ts";
import { type ApiSettings, type SettingsChange, usualSettings } from "../../shared/setting-entries.ts";
import { settingsSchema } from "../../shared/setting-schemas.ts";
import type { Log } from "../base/log.ts";
import { fileIn } from "./data-dir.ts";
import { openJsonFile } from "./json-file.ts";

const knownSchema = settingsSchema.strip();
/** A newer version may have written the file: unknown or odd entries are kept. */
const fileSchema = z.record(z.string(), z.unknown());

/** The person's choices on the settings page; kept in a file that may be edited by hand while Kibitz is down. */
export type SettingsStore = ReturnType<typeof openSettingsStore>;

export function openSettingsStore(dataDir: string, log: Log) {
  const file = openJsonFile<z.output<typeof fileSchema>>({
    dataDir,
    file: "preferences",
    log,
    schema: fileSchema,
    initial: {},
    loss: "the default settings are used until you change one",
  });
  let settings = readSettings(file.get(), dataDir, log);
  const appliers = new Set<(next: ApiSettings, now: ApiSettings) => Result<null>>();
  const listeners = createListeners<[ApiSettings]>();
  return {
    get: (): ApiSettings => settings,
    /** Changes the fields that are present. Refuses with `STORAGE_FAILED` what cannot be kept or take effect. */
    change: (part: SettingsChange): Result<ApiSettings> => {
      const changes = Object.fromEntries(Object.entries(part).filter(([, value]) => value !== undefined));
      const next = settingsSchema.parse({ ...settings, ...changes });
      for (const apply of appliers) {
        const result = apply(next, settings);
        if (!result.ok) return result;
      }
      const writing = file.set({ ...file.get(), ...changes });
      if (!writing.ok) return writing;
      settings = next;
      listeners.tell(next);
      return accept(next);
    },
    /** Adds a check before changes, for settings that are applied outside of Kibitz before they are stored. */
    applyBy: (apply: (next: ApiSettings, now: ApiSettings) => Result<null>): (() => void) => {
      appliers.add(apply);
      return () => void appliers.delete(apply);
    },
    /** Calls after changes are stored. */
    listen: listeners.listen,
  };
}

/** The settings in a file; the default for a missing or unreadable one, which is logged. */
function readSettings(file: z.output<typeof fileSchema>, dataDir: string, log: Log): ApiSettings {
  const parsing = knownSchema.safeParse({ ...usualSettings, ...file });
  if (parsing.success) return parsing.data;
  const odd = new Set(parsing.error.issues.map(({ path: [name] }) => name));
  const names = [...odd].join(", ");
  log.warn(`${fileIn(dataDir, "preferences")}: ${names} cannot be understood; the default is used until you change it`);
  const clear = Object.fromEntries(Object.entries(file).filter(([name]) => !odd.has(name)));
  return knownSchema.parse({ ...usualSettings, ...clear });
}
