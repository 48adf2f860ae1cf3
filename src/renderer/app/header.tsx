import { invitations } from "../calls/calls.ts";
import { showNewGame } from "../new-game/shown.ts";
import { Button } from "../ui/button.tsx";
import { PlusIcon, SettingsIcon } from "../ui/icons.tsx";
import { Mark } from "./mark.tsx";
import { pathOf, type Route, route } from "./route.ts";
import "./header.css";

const places = [
  { page: "games", title: "Games" },
  { page: "leagues", title: "Leagues" },
  { page: "analysis", title: "Analysis" },
  { page: "connect", title: "Connect" },
  { page: "settings", title: "Settings" },
] as const;

/** Pages that lie under the leagues. */
const leaguePages: readonly Route["page"][] = ["league", "entrant", "ratings"];

/** Without the person there is nowhere to go. */
export function Header({ signedIn }: { signedIn: boolean }) {
  const { page: shown } = route.value;
  const here = leaguePages.includes(shown) ? "leagues" : shown;
  return (
    <header class="header">
      <a class="brand" href="/" aria-label="Kibitz, home" aria-current={shown === "home" ? "page" : undefined}>
        <Mark />
        <span class="brand-name">Kibitz</span>
      </a>
      {signedIn && (
        <>
          <nav class="nav" aria-label="Pages">
            {places.map(({ page, title }) => (
              <a
                key={page}
                data-page={page}
                aria-label={page === "settings" ? title : undefined}
                href={pathOf(page === "analysis" || page === "games" ? { page, query: "" } : { page })}
                aria-current={page === here ? (page === shown ? "page" : "true") : undefined}
                // Browsers leave what is half in sight where it is.
                onFocus={({ currentTarget }) => currentTarget.scrollIntoView({ block: "nearest", inline: "nearest" })}
              >
                {page === "settings" ? (
                  <>
                    <span class="nav-words">{title}</span>
                    <span class="nav-icon">
                      <SettingsIcon />
                    </span>
                  </>
                ) : (
                  title
                )}
                {page === "leagues" && invitations.value.length > 0 && (
                  <span class="nav-count figures">
                    {invitations.value.length}
                    <span class="visually-hidden"> waiting for you</span>
                  </span>
                )}
              </a>
            ))}
          </nav>
          {window.kibitz && (
            <span class="header-browser">
              <Button kind="quiet" onClick={() => window.kibitz?.openInBrowser()}>
                Open in browser
              </Button>
            </span>
          )}
          <Button kind="primary" aria-label="New game" onClick={showNewGame}>
            <PlusIcon />
            <span class="header-words">New game</span>
          </Button>
        </>
      )}
    </header>
  );
}
