import { type ReadonlySignal, signal } from "@preact/signals";
import { decodeText } from "../../shared/decode-text.ts";

/** A text with games in it. */
export interface Source {
  /** Its name for the person: that of the file. */
  readonly name: string;
  /** Rejects where it cannot be read. */
  load(): Promise<string>;
}

const shownSources = signal<readonly Source[] | null>(null);

/** The sources to import, in order of arrival: empty before the first; null while the dialog is closed. */
export const importShown: ReadonlySignal<readonly Source[] | null> = shownSources;

/** Adds sources; an import that runs or has ended loses nothing. */
export function showImport(sources: readonly Source[] = []): void {
  shownSources.value = [...(shownSources.peek() ?? []), ...sources];
}

/** Starts a new import. */
export function importMore(): void {
  shownSources.value = [];
}

export function hideImport(): void {
  shownSources.value = null;
}

export const sourceOf = (file: File): Source => ({
  name: file.name,
  load: async () => decodeText(new Uint8Array(await file.arrayBuffer())),
});
