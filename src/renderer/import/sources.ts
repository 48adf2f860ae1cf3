import { computed, effect, type ReadonlySignal, signal } from "@preact/signals";
import { decodeText } from "../../shared/decode-text.ts";
import type { GamesFile } from "../../shared/desktop.ts";
import { refusalText } from "../api/live.ts";
import { dialogOpen } from "../ui/dialog.tsx";

/** A text with games in it. */
export interface ImportSource {
  /** Its name for the person: that of the file. */
  readonly name: string;
  /** Rejects where it cannot be read. */
  load(): Promise<string>;
}

const shownSources = signal<readonly ImportSource[] | null>(null);

/** The sources to import, in order of arrival: empty before the first; null while the dialog is closed. */
export const importShown: ReadonlySignal<readonly ImportSource[] | null> = shownSources;

/** Adds sources; an import that runs or has ended loses nothing. */
export function showImport(sources: readonly ImportSource[] = []): void {
  shownSources.value = [...(shownSources.peek() ?? []), ...sources];
}

/** Starts a new import. */
export function importMore(): void {
  shownSources.value = [];
}

export function hideImport(): void {
  shownSources.value = null;
}

export const sourceOf = (file: File): ImportSource => ({
  name: file.name,
  load: async () => decodeText(new Uint8Array(await file.arrayBuffer())),
});

const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes("Files") === true;

const isDragged = signal(false);
/** Whether files are dragged over the window and may be dropped. */
export const filesOver: ReadonlySignal<boolean> = isDragged;

/** Only for a signed-in person, and not over another dialog; that of the import accepts more at any time. */
const mayImport = computed(() => refusalText.value === null && (!dialogOpen.value || importShown.value !== null));

/** Files that wait until they may be imported. */
const waitingFiles = signal<readonly File[]>([]);
/** Milliseconds without a dialog before waiting files are imported: one dialog can follow another. */
const QUIET_MS = 250;

/** Imports files that the system opens, as soon as that is possible. */
export function importFiles(files: readonly GamesFile[]): void {
  waitingFiles.value = [...waitingFiles.peek(), ...files.map(({ name, bytes }) => new File([bytes], name))];
}

effect(() => {
  if (!mayImport.value || waitingFiles.value.length === 0) return;
  const timer = setTimeout(() => {
    showImport(waitingFiles.peek().map(sourceOf));
    waitingFiles.value = [];
  }, QUIET_MS);
  return () => clearTimeout(timer);
});

/** Imports files that are dropped anywhere on the window, which the browser would open otherwise. */
export function watchDrops(): void {
  window.addEventListener("dragover", (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    isDragged.value = mayImport.peek();
    if (event.dataTransfer) event.dataTransfer.dropEffect = isDragged.value ? "copy" : "none";
  });
  window.addEventListener("dragleave", (event) => {
    // With a related element, the pointer only moved on to that.
    if (event.relatedTarget === null) isDragged.value = false;
  });
  window.addEventListener("drop", (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    isDragged.value = false;
    if (mayImport.peek()) showImport([...(event.dataTransfer?.files ?? [])].map(sourceOf));
  });
}
