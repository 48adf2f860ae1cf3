import { z } from "zod";
import { type ApiSettings, boardStyles, pieceSets } from "../shared/api.ts";
import { accept, type Result } from "../shared/result.ts";
import { endpointHost } from "../shared/schemas.ts";
import { NAME_LENGTH } from "../shared/text.ts";
import { fileIn } from "./data-dir.ts";
import { openKeptFile } from "./kept-file.ts";
import type { Log } from "./log.ts";

const preferencesSchema = z.strictObject({
  theme: z.enum(["system", "light", "dark"]).default("system"),
  board: z.enum(boardStyles).default("green"),
  pieces: z.enum(pieceSets).default("kibitz"),
  sounds: z.boolean().default(true),
  volume: z.number().int().min(0).max(100).default(80),
  coordinates: z.boolean().default(true),
  animation: z.boolean().default(true),
  legal_dots: z.boolean().default(true),
  figurines: z.boolean().default(false),
  auto_promote: z.boolean().default(false),
  confirm_moves: z.boolean().default(false),
  zen: z.boolean().default(false),
  turn_board: z.boolean().default(false),
  reply_ms: z.number().int().min(0).max(5_000).default(400),
  wait_seconds: z.number().int().min(0).max(55).default(30),
  port: z.number().int().min(0).max(65_535).default(7397),
  start_at_login: z.boolean().default(false),
  close_to_tray: z.boolean().default(true),
  name: z.string().max(NAME_LENGTH).default(""),
  endpoint_hosts: z.array(endpointHost).max(50).readonly().default([]),
  analysis_engine: z.string().max(NAME_LENGTH).nullable().default(null),
}) satisfies z.ZodType<ApiSettings>;
const knownSchema = preferencesSchema.strip();
/** The file may have been written by a newer version: what is unknown or odd here is carried through. */
const fileSchema = z.record(z.string(), z.unknown());

/** Some of the settings; undefined counts as left out. */
export type SettingsChange = { readonly [Name in keyof ApiSettings]?: ApiSettings[Name] | undefined };

/** What the person chose on the settings page; kept in a file that may be edited by hand while Kibitz is down. */
export interface Preferences {
  get(): ApiSettings;
  /**
   * What is left out stays as it is. Refuses with `STORAGE_FAILED` when it cannot be kept, and what is refused where it is
   * to take effect.
   */
  change(part: SettingsChange): Result<ApiSettings>;
  /** Has what is refused here not be changed: for what takes effect outside of Kibitz, which does it before it is kept. */
  applyBy(apply: (next: ApiSettings, now: ApiSettings) => Result<null>): () => void;
  /** Hears of changes after they are kept. */
  listen(listener: (settings: ApiSettings) => void): () => void;
}

export function openPreferences(dataDir: string, log: Log): Preferences {
  const kept = openKeptFile<z.output<typeof fileSchema>>({
    ...{ dataDir, file: "preferences", log },
    ...{ schema: fileSchema, otherwise: {} },
    loss: "the default settings are used until you change one",
  });
  let known = understood(kept.get(), dataDir, log);
  const appliers = new Set<(next: ApiSettings, now: ApiSettings) => Result<null>>();
  const listeners = new Set<(settings: ApiSettings) => void>();
  return {
    get: () => known,
    change: (part) => {
      const given = Object.fromEntries(Object.entries(part).filter(([, value]) => value !== undefined));
      const next = preferencesSchema.parse({ ...known, ...given });
      for (const apply of appliers) {
        const applied = apply(next, known);
        if (!applied.ok) return applied;
      }
      const written = kept.set({ ...kept.get(), ...given });
      if (!written.ok) return written;
      known = next;
      for (const listener of listeners) listener(next);
      return accept(next);
    },
    applyBy: (apply) => {
      appliers.add(apply);
      return () => void appliers.delete(apply);
    },
    listen: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** The settings in a file; by default where one is not there, or cannot be understood, which is said. */
function understood(file: z.output<typeof fileSchema>, dataDir: string, log: Log): ApiSettings {
  const read = knownSchema.safeParse(file);
  if (read.success) return read.data;
  const odd = new Set(read.error.issues.map(({ path: [name] }) => name));
  const names = [...odd].join(", ");
  log.warn(`${fileIn(dataDir, "preferences")}: ${names} cannot be understood; the default is used until you change it`);
  return knownSchema.parse(Object.fromEntries(Object.entries(file).filter(([name]) => !odd.has(name))));
}
