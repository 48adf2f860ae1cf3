import { type JsonFileOptions, openJsonFile } from "../data/json-file.ts";
import type { SettingsStore } from "../data/settings-store.ts";
import { deckSchema } from "./deck.ts";
import { createPractice, type PracticeParts } from "./practice.ts";

interface OpenParts extends Omit<PracticeParts, "file" | "recordNames">, Pick<JsonFileOptions<never>, "dataDir"> {
  readonly settingsStore: Pick<SettingsStore, "get">;
}

/**
 * Opens the person's practice, which is kept in a file of the data folder beside their settings: it is theirs, like
 * those, and no part of the games, which other hosts may share.
 */
export const openPractice = ({ dataDir, settingsStore, ...parts }: OpenParts) =>
  createPractice({
    ...parts,
    recordNames: () => settingsStore.get().record_names,
    file: openJsonFile({
      dataDir,
      file: "practice",
      schema: deckSchema,
      initial: [],
      loss: "all mistakes are asked as if for the first time",
      log: parts.log,
    }),
  });
