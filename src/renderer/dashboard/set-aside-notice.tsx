import { Button } from "../ui/button.tsx";
import { hideSetAside, setAside } from "./set-aside.ts";
import "./set-aside-notice.css";

/** Says what the host cannot read, and what to do about it. */
export function SetAsideNotice() {
  const named = setAside.value;
  if (named === null) return null;
  return (
    <div class="set-aside" role="status">
      <p>
        <strong>Set aside, because it cannot be read: {named}.</strong> Everything else goes on; the log says what is
        wrong. To have it back, quit Kibitz, put an earlier copy of its data folder in place, and start it again.
      </p>
      <Button size="small" onClick={hideSetAside}>
        Hide
      </Button>
    </div>
  );
}
