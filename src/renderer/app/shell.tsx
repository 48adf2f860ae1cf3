import { useEffect, useRef } from "preact/hooks";
import { missingCase } from "../../shared/result.ts";
import { refused } from "../api/live.ts";
import { ConnectPage } from "../connect/connect-page.tsx";
import { DashboardPage } from "../dashboard/dashboard-page.tsx";
import { HomePage } from "../home/home-page.tsx";
import { hideImport, importShown } from "../import/shown.ts";
import { filesOver } from "../import/watch-drops.ts";
import { InvitationNotices } from "../invitations/invitation-notices.tsx";
import { NewGameDialog } from "../new-game/new-game-dialog.tsx";
import { newGameShown } from "../new-game/shown.ts";
import { SettingsPage } from "../settings/settings-page.tsx";
import { Dialog, dialogOpen } from "../ui/dialog.tsx";
import { Toasts } from "../ui/toasts.tsx";
import { ConnectionBanner } from "./connection-banner.tsx";
import { focusHeading } from "./focus-heading.ts";
import { Header } from "./header.tsx";
import { lazy, MissingPart } from "./lazy.tsx";
import { pathOf, type Route, route, visits } from "./route.ts";
import * as strings from "./strings.ts";
import "./shell.css";
import { SignInPage } from "./sign-in-page.tsx";
import { UnknownPage } from "./unknown-page.tsx";

const GamePage = lazy(async () => (await import("../game/game-page.tsx")).GamePage);
const AnalysisPage = lazy(async () => (await import("../analysis/analysis-page.tsx")).AnalysisPage);
const ImportDialog = lazy(
  async () => (await import("../import/import-dialog.tsx")).ImportDialog,
  () => (
    <Dialog title={strings.importGames} onClose={hideImport}>
      <MissingPart />
    </Dialog>
  ),
);
const AboutPage = lazy(async () => (await import("../about/about-page.tsx")).AboutPage);
const leaguePages = () => import("../leagues/pages.ts");
const LeaguesPage = lazy(async () => (await leaguePages()).LeaguesPage);
const LeaguePage = lazy(async () => (await leaguePages()).LeaguePage);
const EntrantPage = lazy(async () => (await leaguePages()).EntrantPage);
const RatingsPage = lazy(async () => (await leaguePages()).RatingsPage);

/** The frame around every page. */
export function Shell() {
  const shown = route.value;
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
        {signedIn ? <Page route={shown} /> : <SignInPage />}
      </main>
      {signedIn && newGameShown.value && <NewGameDialog />}
      {signedIn && importShown.value && <ImportDialog />}
      {filesOver.value && !importShown.value && <p class="drop-here">{strings.dropToImportGames}</p>}
      <div class="corner">
        <Toasts silent={dialogOpen.value} />
        {/* Beside a board, they stand in its rail; at home, on the page. */}
        {signedIn && shown.page !== "game" && shown.page !== "home" && <InvitationNotices />}
        {signedIn && <ConnectionBanner />}
      </div>
    </>
  );
}

function Page({ route: shown }: { route: Route }) {
  switch (shown.page) {
    case "home":
      return <HomePage />;
    case "games":
      return <DashboardPage />;
    case "game":
      return <GamePage key={shown.id} id={shown.id} />;
    case "leagues":
      return <LeaguesPage />;
    case "league":
      return <LeaguePage key={shown.id} id={shown.id} />;
    case "entrant":
      return <EntrantPage key={pathOf(shown)} id={shown.id} number={shown.number} />;
    case "ratings":
      return <RatingsPage game={shown.game} />;
    case "analysis":
      return <AnalysisPage query={shown.query} />;
    case "settings":
      return <SettingsPage />;
    case "connect":
      return <ConnectPage />;
    case "about":
      return <AboutPage />;
    case "unknown":
      return <UnknownPage />;
    default:
      return missingCase(shown);
  }
}
