import { Dialog } from "../ui/dialog.tsx";
import { Fact } from "./controls.tsx";
import * as strings from "./strings.ts";

/** The keys that work on a page with a board. */
export const KeysDialog = ({ of, onClose }: { of: keyof typeof strings.keysOf; onClose(): void }) => (
  <Dialog title="Keyboard shortcuts" onClose={onClose}>
    <dl class="table-facts grid gap-2-4">
      {strings.keysOf[of].map(([keys, does]) => (
        <Fact key={keys} name={keys}>
          {does}
        </Fact>
      ))}
    </dl>
  </Dialog>
);
