import { useLayoutEffect } from "preact/hooks";
import { changeSettings } from "../settings/settings.ts";
import { Button } from "../ui/button.tsx";
import * as strings from "./strings.ts";

/**
 * The button that leaves zen mode, for people without a keyboard; in zen mode everything around the board is hidden.
 */
export function ZenButton() {
  // Set before painting: a board that moves later without resizing would not know its place.
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
