import { useLayoutEffect } from "preact/hooks";
import { changeSettings } from "../settings/settings.ts";
import { Button } from "../ui/button.tsx";
import * as strings from "./strings.ts";

/** The way out of zen mode, for who has no key; while it is there, the page around the board is not. */
export function ZenButton() {
  // At once: a board that moves later, without another size, would not know where it is.
  useLayoutEffect(() => {
    const { dataset } = document.documentElement;
    dataset["zen"] = "on";
    return () => {
      delete dataset["zen"];
    };
  }, []);
  return (
    <div class="zen-button">
      <Button size="small" kind="quiet" onClick={() => void changeSettings({ zen: false })}>
        {strings.leaveZenMode}
      </Button>
    </div>
  );
}
