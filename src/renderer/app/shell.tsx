import { useEffect, useRef, useState } from "preact/hooks";
import { rebuildNotice } from "../../shared/rebuild-notice.ts";
import { getSettings, getStatus } from "../api/client.ts";
import { connection, hostRebuilt, listenNow, onConnected, refusalText, tellRebuilt } from "../api/live.ts";
import { offerSignIn, offerWasRefused } from "../api/sign-in.ts";
import { DueNotices, isBesideBoard } from "../due/due-notices.tsx";
import { filesOver, hideImport, importShown } from "../import/sources.ts";
import { hideNewGame, newGameShown } from "../new-game/dialog-state.ts";
import { Button } from "../ui/button.tsx";
import { Dialog, dialogOpen } from "../ui/dialog.tsx";
import { TextField } from "../ui/field.tsx";
import { submits } from "../ui/hooks.ts";
import { Toasts } from "../ui/toasts.tsx";
import { focusHeading } from "./focus.ts";
import { Header } from "./header.tsx";
import { lazy, MissingPart, UnknownPage, useTitle } from "./lazy.tsx";
import { pageAt } from "./pages.tsx";
import { place, visits } from "./route.ts";
import * as strings from "./strings.ts";
import "./shell.css";
import "./connection-banner.css";

const missingDialog = (title: string, onClose: () => void) => () => (
  <Dialog title={title} onClose={onClose} actions={null}>
    <MissingPart />
  </Dialog>
);
const ImportDialog = lazy(
  async () => (await import("../import/import-dialog.tsx")).ImportDialog,
  missingDialog(strings.importGames, hideImport),
);
const NewGameDialog = lazy(
  async () => (await import("../new-game/new-game-dialog.tsx")).NewGameDialog,
  missingDialog(strings.newGame, hideNewGame),
);

/** The frame around every page. */
export function Shell() {
  const main = useRef<HTMLElement>(null);
  const signedIn = refusalText.value === null;
  const visit = visits.value;
  useEffect(() => {
    // After loading, the browser has set the focus.
    return visit > 0 && main.current ? focusHeading(main.current) : undefined;
  }, [visit]);

  return (
    <>
      <a class="skip-link pad-2 rounded" href="#main">
        {strings.skipToPage}
      </a>
      <Header signedIn={signedIn} />
      <main id="main" ref={main} tabIndex={-1}>
        {signedIn ? <Page /> : <SignInPage />}
      </main>
      {signedIn && newGameShown.value && <NewGameDialog />}
      {signedIn && importShown.value && <ImportDialog />}
      {filesOver.value && !importShown.value && (
        <p class="drop-here central grid text-l weight-strong">{strings.dropToImportGames}</p>
      )}
      <div class="corner middle gap-2 pad-3 stack">
        <Toasts silent={dialogOpen.value} />
        {signedIn && !isBesideBoard() && <DueNotices />}
        {signedIn && <ConnectionBanner />}
      </div>
    </>
  );
}

/** The page at the address. */
function Page() {
  const { pathname, search } = place.value;
  return pageAt(pathname, search)?.draw() ?? <UnknownPage />;
}

/** Says over the page, without moving it, that the shown data may be out of date, or that a newer version is there. */
function ConnectionBanner() {
  const [isHidden, setHidden] = useState(false);
  const [readOnly, setReadOnly] = useState<string | null>(null);
  useEffect(() => onConnected(() => void askStatus().then(setReadOnly)), []);
  const lost = connection.value === "lost" ? strings.connectionLostTryingAgain : readOnly;
  const text = lost ?? (hostRebuilt.value && !isHidden ? strings.hostWasRebuilt : null);
  return (
    <div class="connection" role="status">
      {text !== null && (
        <div class="connection-banner gap-3 pad-1 weight-medium rounded small line">
          <p title={lost === null ? rebuildNotice : undefined}>{text}</p>
          {lost === null && <Button label={strings.hide} size="small" onClick={() => setHidden(true)} />}
        </div>
      )}
    </div>
  );
}

/**
 * Another host may be there by now, or the event may have come while the page was away. Returns why the host stores
 * nothing; null where it does.
 */
async function askStatus(): Promise<string | null> {
  const status = await getStatus();
  if (status.ok) tellRebuilt(status.value.rebuilt);
  return status.ok ? status.value.read_only : null;
}

/** Instructions for a browser that is not signed in. */
function SignInPage() {
  useTitle(strings.signIn);
  const [text, setText] = useState("");
  const [error, setError] = useState<string | null>(offerWasRefused() ? strings.wrongToken : null);
  const signIn = async () => {
    if (!offerSignIn(text)) return setError(strings.wrongToken);
    const answer = await getSettings();
    if (answer.ok) listenNow();
    else setError(answer.code === "UNAUTHORIZED" ? strings.wrongToken : answer.message);
  };
  return (
    <div class="page reading">
      <h1 tabIndex={-1}>{strings.notSignedIn}</h1>
      <p class="lead">{strings.signInOnce}</p>
      <ul class="ways-in gap-2 stack">
        <li>
          {strings.inKibitzWindowChoose} <strong>{strings.openInBrowser}</strong>.
        </li>
        <li>
          {strings.withoutWindowOpenAddress} <code>{"kibitz headless"}</code> {strings.forNewOne}
        </li>
        <li>
          {strings.orPasteThatAddress} <code>{"person.token"}</code> {strings.inKibitzsDataFolderHere}
        </li>
      </ul>
      <form class="sign-in gap-3 stack" onSubmit={submits(signIn)}>
        <TextField
          label={strings.addressOrToken}
          type="password"
          class="whole"
          spellcheck={false}
          text={text}
          problem={error}
          onText={(value) => {
            setText(value);
            setError(null);
          }}
        />
        <Button label={strings.signIn} kind="primary" type="submit" disabled={text.trim() === ""} />
      </form>
    </div>
  );
}
