import { Button } from "../ui/button.tsx";
import { hideSetAside, setAside } from "./set-aside.ts";
import * as strings from "./strings.ts";
import "./set-aside-notice.css";

/** Names the records that the host cannot read, and what to do about them. */
export function SetAsideNotice() {
  const named = setAside.value;
  if (named === null) return null;
  return (
    <div class="set-aside row" role="status">
      <p>
        <strong>{strings.setAsideBecauseItCannot(named)}</strong> {strings.everythingElseGoesOnLog}
      </p>
      <Button size="small" onClick={hideSetAside}>
        {strings.hide}
      </Button>
    </div>
  );
}
