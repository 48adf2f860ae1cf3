import { type ReadonlySignal, signal } from "@preact/signals";

/** A text with games in it. */
export interface Source {
  /** Its name for the person: that of the file. */
  readonly name: string;
  /** Rejects where it cannot be read. */
  read(): Promise<string>;
}

const shown = signal<readonly Source[] | null>(null);

/** The sources to import, in order of arrival: empty before the first; null while the dialog is closed. */
export const importShown: ReadonlySignal<readonly Source[] | null> = shown;

/** Adds sources; an import that runs or has ended loses nothing. */
export function showImport(sources: readonly Source[] = []): void {
  shown.value = [...(shown.peek() ?? []), ...sources];
}

/** Starts a new import. */
export function importMore(): void {
  shown.value = [];
}

export function hideImport(): void {
  shown.value = null;
}

/** Decodes lines that are not UTF-8 as Windows-1252, which older programs write. */
const olderEncoding = "windows-1252";
/** The replacement character, for bytes that are not UTF-8. */
const unreadable = "\ufffd";

export const sourceOf = (file: File): Source => ({
  name: file.name,
  read: async () => {
    const bytes = await file.arrayBuffer();
    try {
      return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    } catch {
      // Decodes line by line, since a collection may contain games of different age.
      const older = new TextDecoder(olderEncoding).decode(bytes).split("\n");
      const lines = new TextDecoder().decode(bytes).split("\n");
      return lines.map((line, index) => (line.includes(unreadable) ? (older[index] ?? line) : line)).join("\n");
    }
  },
});
