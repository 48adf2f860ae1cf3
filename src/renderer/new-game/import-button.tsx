import { showImport } from "../import/shown.ts";
import { Button } from "../ui/button.tsx";
import { hideNewGame } from "./shown.ts";
import * as strings from "./strings.ts";

/** Imports pasted games as finished ones. */
export function ImportButton({ pgn }: { pgn: string }) {
  const keep = () => {
    hideNewGame();
    showImport([{ name: strings.whatWasPasted, read: async () => pgn }]);
  };
  return (
    <p class="import">
      <Button size="small" onClick={keep}>
        {strings.importWholeGame}
      </Button>{" "}
      <span class="quiet small">{strings.toLookAtItInstead}</span>
    </p>
  );
}
