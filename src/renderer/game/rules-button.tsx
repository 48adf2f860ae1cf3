import { useState } from "preact/hooks";
import type { PlayPart } from "../../games/page.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import * as strings from "./strings.ts";

/** Shows the rules of a game that is not widely known. */
export function RulesButton({ play }: { play: PlayPart }) {
  const [shown, setShown] = useState(false);
  if (play.rules.length === 0) return null;
  return (
    <>
      <Button size="small" kind="quiet" onClick={() => setShown(true)}>
        {strings.rules}
      </Button>
      {shown && (
        <Dialog title={play.title} onClose={() => setShown(false)}>
          <div class="rules-told">
            {play.rules.map((rule) => (
              <p key={rule}>{rule}</p>
            ))}
          </div>
        </Dialog>
      )}
    </>
  );
}
