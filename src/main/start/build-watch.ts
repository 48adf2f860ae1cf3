import { type FSWatcher, watch } from "node:fs";
import { join } from "node:path";
import { readableText } from "../base/text-file.ts";

/** Changes with each build of a checkout; a package has none. */
const FINGERPRINT_FILE = "fingerprint";

/**
 * Watches the folder that this host was built into. What it has still to load is kept there by the next build.
 * @param out where nothing was built, and in a package, nothing is watched
 * @param tell is called once, when it has been replaced
 */
export function watchBuild(out: string | null, tell: () => void) {
  const fingerprint = out === null ? null : readRecord(out);
  let isReplaced = false;
  let watcher: FSWatcher | null = null;
  const close = () => watcher?.close();
  if (out !== null && fingerprint !== null) {
    try {
      watcher = watch(out, { persistent: false }, () => {
        const now = readRecord(out);
        // While files are put in place there is none.
        if (isReplaced || !now || now === fingerprint) return;
        isReplaced = true;
        close();
        tell();
      });
      watcher.on("error", close);
    } catch {
      // It cannot be watched here: then nothing is told.
    }
  }
  return {
    /** Whether what this host was started from has been replaced by another build since. */
    isReplaced: () => isReplaced,
    close,
  };
}

const readRecord = (out: string): string | null => readableText(join(out, FINGERPRINT_FILE));
