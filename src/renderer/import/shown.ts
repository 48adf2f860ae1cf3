import { type ReadonlySignal, signal } from "@preact/signals";

/** A text with games in it. */
export interface Source {
  /** As the person knows it: the name of a file. */
  readonly name: string;
  /** Rejects where it cannot be read. */
  read(): Promise<string>;
}

const shown = signal<readonly Source[] | null>(null);

/** The sources to import, in the order in which they came: empty before the first; null while the dialog is closed. */
export const importShown: ReadonlySignal<readonly Source[] | null> = shown;

/** Wants these as well: what is being imported, or was, is not lost by it. */
export function showImport(sources: readonly Source[] = []): void {
  shown.value = [...(shown.peek() ?? []), ...sources];
}

/** Asks anew what is to be imported. */
export function importMore(): void {
  shown.value = [];
}

export function hideImport(): void {
  shown.value = null;
}

/** Lines from before the time of UTF-8 are as Windows wrote them. */
const olderEncoding = "windows-1252";
/** Stands for bytes that are not UTF-8. */
const unreadable = "\ufffd";

export const sourceOf = (file: File): Source => ({
  name: file.name,
  read: async () => {
    const bytes = await file.arrayBuffer();
    try {
      return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    } catch {
      // Line by line: of games that were put together, some may be older than the others.
      const older = new TextDecoder(olderEncoding).decode(bytes).split("\n");
      const lines = new TextDecoder().decode(bytes).split("\n");
      return lines.map((line, index) => (line.includes(unreadable) ? (older[index] ?? line) : line)).join("\n");
    }
  },
});
