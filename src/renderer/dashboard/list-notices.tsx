import { Button } from "../ui/button.tsx";
import { hideSetAside, listFailure, setAside } from "./paging.ts";
import "./set-aside-notice.css";

/** Names the records that the host cannot read, and what to do about them. */
export function SetAsideNotice() {
  const names = setAside.value;
  if (names === null) return null;
  return (
    <div class="set-aside rounded row top gap-2-4" role="status">
      <p>
        <strong>{`Set aside, because it cannot be read: ${names}.`}</strong> Everything else continues; the log says
        what is wrong. To restore it, quit Kibitz, put an earlier copy of its data folder in place, and start it again.
      </p>
      <Button label="Hide" size="small" onClick={hideSetAside} />
    </div>
  );
}

/** The page before the host's first answer: empty, or the reason for the failure. */
export function LoadingPage({ title }: { title: string }) {
  const failure = listFailure.value;
  return (
    <div class="page reading">
      <h1 class="visually-hidden" tabIndex={-1}>
        {title}
      </h1>
      {failure && <p role="alert">{failure.message}</p>}
    </div>
  );
}
