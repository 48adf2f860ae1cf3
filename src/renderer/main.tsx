import "./styles/tokens.css";
import "./styles/boards.css";
import "./styles/base.css";
import "./styles/pages.css";
import { render } from "preact";
import { startListening } from "./api/live.ts";
import { leaveLocalhost, takeOfferFromAddress } from "./api/sign-in.ts";
import { keepFocus } from "./app/focus.ts";
import { pageAt } from "./app/pages.tsx";
import { navigate, startRouting } from "./app/route.ts";
import { Shell } from "./app/shell.tsx";
import { followGames } from "./dashboard/games.ts";
import { followAgents } from "./due/due.ts";
import { importFiles, watchDrops } from "./import/sources.ts";
import { followInvitations } from "./invitations/invitations.ts";
import { followNotices } from "./invitations/notices.ts";
import { asksForNewGame, showNewGame } from "./new-game/dialog-state.ts";
import { applyAppearance, followSettings } from "./settings/settings.ts";

// Imported last, so that its rules override the others.
import "./styles/forced-colors.css";

function startPages(): void {
  takeOfferFromAddress();
  applyAppearance();
  followSettings();
  followNotices();
  followGames();
  followInvitations();
  followAgents();
  startRouting((pathname, search) => pageAt(pathname, search)?.path ?? null);
  followDesktop();
  startListening();
  watchDrops();
  keepFocus();

  const place = document.getElementById("app");
  if (place) render(<Shell />, place);
}

if (!leaveLocalhost()) startPages();

/** Goes to the targets of the application's menu, tray and notifications without reloading the page, and imports files. */
function followDesktop(): void {
  window.kibitz?.onFiles(importFiles);
  window.kibitz?.onPlace((place) => {
    if (asksForNewGame(new URL(place, location.href).search)) showNewGame();
    else navigate(place);
  });
}
