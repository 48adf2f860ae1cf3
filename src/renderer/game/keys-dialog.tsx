import { Dialog } from "../ui/dialog.tsx";
import * as strings from "./strings.ts";

/** The keys that work on the page of a game. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title={strings.keyboardShortcuts} onClose={onClose}>
      <dl class="keys">
        {strings.gameKeys.map(([keys, does]) => (
          <div key={keys}>
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
