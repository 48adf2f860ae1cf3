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
import { submitHandler } from "../ui/hooks.ts";
import { Toasts } from "../ui/toasts.tsx";
import { focusHeading } from "./focus.ts";
import { Header } from "./header.tsx";
import { lazyComponent, MissingPart, UnknownPage, useTitle } from "./lazy.tsx";
import { pageAt } from "./pages.tsx";
import { place, visits } from "./route.ts";
import "./shell.css";
import "./connection-banner.css";

const missingDialog = (title: string, onClose: () => void) => () => (
  <Dialog title={title} onClose={onClose} actions={null}>
    <MissingPart />
  </Dialog>
);
const ImportDialog = lazyComponent(
  async () => (await import("../import/import-dialog.tsx")).ImportDialog,
  missingDialog("Import games", hideImport),
);
const NewGameDialog = lazyComponent(
  async () => (await import("../new-game/new-game-dialog.tsx")).NewGameDialog,
  missingDialog("New game", hideNewGame),
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
        Skip to the page
      </a>
      <Header signedIn={signedIn} />
      <main id="main" ref={main} tabIndex={-1}>
        {signedIn ? <Page /> : <SignInPage />}
      </main>
      {signedIn && newGameShown.value && <NewGameDialog />}
      {signedIn && importShown.value && <ImportDialog />}
      {filesOver.value && !importShown.value && (
        <p class="drop-here central grid text-l weight-strong">Drop to import the games</p>
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
  const lost = connection.value === "lost" ? "Connection lost. Trying again…" : readOnly;
  const text =
    lost ?? (hostRebuilt.value && !isHidden ? "Kibitz was rebuilt. Restart it to use the new version." : null);
  return (
    <div class="connection" role="status">
      {text !== null && (
        <div class="connection-banner gap-3 pad-1 weight-medium rounded small line">
          <p title={lost === null ? rebuildNotice : undefined}>{text}</p>
          {lost === null && <Button label="Hide" size="small" onClick={() => setHidden(true)} />}
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

const wrongToken = "This token is wrong, or the link has already been used.";

/** Instructions for a browser that is not signed in. */
function SignInPage() {
  useTitle("Sign in");
  const [text, setText] = useState("");
  const [error, setError] = useState<string | null>(offerWasRefused() ? wrongToken : null);
  const signIn = async () => {
    if (!offerSignIn(text)) return setError(wrongToken);
    const answer = await getSettings();
    if (answer.ok) listenNow();
    else setError(answer.code === "UNAUTHORIZED" ? wrongToken : answer.message);
  };
  return (
    <div class="page reading">
      <h1 tabIndex={-1}>This browser is not signed in</h1>
      <p class="lead">Your games are on the computer that runs Kibitz, for you alone. You sign in once.</p>
      <ul class="ways-in gap-2 stack">
        <li>
          In the Kibitz window, choose <strong>Open in browser</strong>.
        </li>
        <li>
          Without a window, open the address that Kibitz printed when it started. It works once; run{" "}
          <code>kibitz headless</code> for a new one.
        </li>
        <li>
          Or paste that address, or the text of the file <code>person.token</code> in Kibitz’s data folder, here:
        </li>
      </ul>
      <form class="sign-in gap-3 stack" onSubmit={submitHandler(signIn)}>
        <TextField
          label="Address or token"
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
        <Button label="Sign in" kind="primary" type="submit" disabled={text.trim() === ""} />
      </form>
    </div>
  );
}
