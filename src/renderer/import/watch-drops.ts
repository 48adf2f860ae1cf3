import { type ReadonlySignal, signal } from "@preact/signals";
import { refused } from "../api/live.ts";
import { dialogOpen } from "../ui/dialog.tsx";
import { importShown, showImport, sourceOf } from "./shown.ts";

const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes("Files") === true;

const over = signal(false);
/** Whether files are held over the window that may be dropped on it. */
export const filesOver: ReadonlySignal<boolean> = over;

/** Files that are dropped anywhere on the window are read as games; without this, the browser would open them instead. */
export function watchDrops(): void {
  window.addEventListener("dragover", (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    over.value = mayImport();
    if (event.dataTransfer) event.dataTransfer.dropEffect = over.value ? "copy" : "none";
  });
  window.addEventListener("dragleave", (event) => {
    // The pointer only moved to another element if there is one to move to.
    if (event.relatedTarget === null) over.value = false;
  });
  window.addEventListener("drop", (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    over.value = false;
    if (mayImport()) showImport([...(event.dataTransfer?.files ?? [])].map(sourceOf));
  });
}

/**
 * By somebody who is let in. Another dialog is not taken away from under the person's hands; that of the import takes more
 * at any time.
 */
const mayImport = (): boolean => refused.peek() === null && (!dialogOpen.peek() || importShown.peek() !== null);
