import { refused } from "../api/live.ts";
import { dialogOpen } from "../ui/dialog.tsx";
import { importShown, showImport, sourceOf } from "./shown.ts";

const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes("Files") === true;

/** Files that are dropped anywhere on the window are read as games; without this, the browser would open them instead. */
export function watchDrops(): void {
  window.addEventListener("dragover", (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    if (event.dataTransfer) event.dataTransfer.dropEffect = mayImport() ? "copy" : "none";
  });
  window.addEventListener("drop", (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    if (mayImport()) showImport([...(event.dataTransfer?.files ?? [])].map(sourceOf));
  });
}

/**
 * By somebody who is let in. Another dialog is not taken away from under the person's hands; that of the import takes more
 * at any time.
 */
const mayImport = (): boolean => refused.peek() === null && (!dialogOpen.peek() || importShown.peek() !== null);
