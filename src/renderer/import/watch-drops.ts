import { type ReadonlySignal, signal } from "@preact/signals";
import { refusalText } from "../api/live.ts";
import { dialogOpen } from "../ui/dialog.tsx";
import { importShown, showImport, sourceOf } from "./sources.ts";

const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes("Files") === true;

const over = signal(false);
/** Whether files are dragged over the window and may be dropped. */
export const filesOver: ReadonlySignal<boolean> = over;

/** Imports files that are dropped anywhere on the window, which the browser would open otherwise. */
export function watchDrops(): void {
  window.addEventListener("dragover", (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    over.value = mayImport();
    if (event.dataTransfer) event.dataTransfer.dropEffect = over.value ? "copy" : "none";
  });
  window.addEventListener("dragleave", (event) => {
    // With a related element, the pointer only moved on to that.
    if (event.relatedTarget === null) over.value = false;
  });
  window.addEventListener("drop", (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    over.value = false;
    if (mayImport()) showImport([...(event.dataTransfer?.files ?? [])].map(sourceOf));
  });
}

/** Only for a signed-in person, and not over another dialog; that of the import accepts more at any time. */
const mayImport = (): boolean => refusalText.peek() === null && (!dialogOpen.peek() || importShown.peek() !== null);
