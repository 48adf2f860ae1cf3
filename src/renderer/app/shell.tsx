import { useEffect, useRef, useState } from "preact/hooks";
import { rebuilt } from "../../shared/rebuilt.ts";
import { getStatus } from "../api/client.ts";
import { connection, hostRebuilt, onConnected, refused, tellRebuilt } from "../api/live.ts";
import { filesOver } from "../import/watch-drops.ts";
import { hideImport, importShown } from "../import/shown.ts";
import { InvitationNotices } from "../invitations/invitation-notices.tsx";
import { NewGameDialog } from "../new-game/new-game-dialog.tsx";
import { newGameShown } from "../new-game/shown.ts";
import { Button } from "../ui/button.tsx";
import { Dialog, dialogOpen } from "../ui/dialog.tsx";
import { Toasts } from "../ui/toasts.tsx";
import { gameAddress, homeAddress } from "./address.ts";
import { focusHeading } from "./focus.ts";
import { Header } from "./header.tsx";
import { lazy, MissingPart, UnknownPage } from "./lazy.tsx";
import { pageAt } from "./pages.tsx";
import { paramsOf, place, visits } from "./route.ts";
import { SignInPage } from "./sign-in-page.tsx";
import * as strings from "./strings.ts";
import "./shell.css";
import "./connection-banner.css";

const ImportDialog = lazy(
  async () => (await import("../import/import-dialog.tsx")).ImportDialog,
  () => (
    <Dialog title={strings.importGames} onClose={hideImport} actions={null}>
      <MissingPart />
    </Dialog>
  ),
);

/** The frame around every page. */
export function Shell() {
  const main = useRef<HTMLElement>(null);
  const signedIn = refused.value === null;
  const visit = visits.value;
  useEffect(() => {
    // After loading, the browser has set the focus.
    return visit > 0 && main.current ? focusHeading(main.current) : undefined;
  }, [visit]);

  return (
    <>
      <a class="skip-link" href="#main">
        {strings.skipToPage}
      </a>
      <Header signedIn={signedIn} />
      <main id="main" ref={main} tabIndex={-1}>
        {signedIn ? <Page /> : <SignInPage />}
      </main>
      {signedIn && newGameShown.value && <NewGameDialog />}
      {signedIn && importShown.value && <ImportDialog />}
      {filesOver.value && !importShown.value && <p class="drop-here">{strings.dropToImportGames}</p>}
      <div class="corner stack">
        <Toasts silent={dialogOpen.value} />
        {/* Beside a board, they stand in its rail; at home, on the page. */}
        {signedIn && paramsOf(gameAddress) === null && paramsOf(homeAddress) === null && <InvitationNotices />}
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
  const [hidden, setHidden] = useState(false);
  useEffect(() => onConnected(() => void askRebuilt()), []);
  const lost = connection.value === "lost" ? strings.connectionLostTryingAgain : null;
  const text = lost ?? (hostRebuilt.value && !hidden ? strings.hostWasRebuilt : null);
  return (
    <div class="connection" role="status" data-connection={connection.value}>
      {text !== null && (
        <div class="connection-banner small line">
          <p title={lost === null ? rebuilt : undefined}>{text}</p>
          {lost === null && (
            <Button size="small" onClick={() => setHidden(true)}>
              {strings.hide}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

/** Another host may be there by now, or the event may have come while the page was away. */
async function askRebuilt(): Promise<void> {
  const status = await getStatus();
  if (status.ok) tellRebuilt(status.value.rebuilt);
}
