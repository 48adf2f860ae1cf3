import { invitations } from "../invitations/invitations.ts";
import { showNewGame } from "../new-game/shown.ts";
import { Button } from "../ui/button.tsx";
import { PlusIcon, SettingsIcon } from "../ui/icons.tsx";
import { Mark } from "./mark.tsx";
import { pathOf, type Route, route } from "./route.ts";
import * as strings from "./strings.ts";
import "./header.css";

const places = [
  { page: "games", title: strings.games },
  { page: "leagues", title: strings.leagues },
  { page: "analysis", title: strings.analysis },
  { page: "connect", title: strings.connect },
  { page: "settings", title: strings.settings },
] as const;

/** Pages that belong to the leagues' section. */
const leaguePages: readonly Route["page"][] = ["league", "entrant", "ratings"];

/** Without a signed-in person there is no page to go to. */
export function Header({ signedIn }: { signedIn: boolean }) {
  const { page: shown } = route.value;
  const here = leaguePages.includes(shown) ? "leagues" : shown;
  return (
    <header class="header">
      <a class="brand" href="/" aria-label={strings.kibitzHome} aria-current={shown === "home" ? "page" : undefined}>
        <Mark />
        <span class="brand-name">{strings.kibitz}</span>
      </a>
      {signedIn && (
        <>
          <nav class="nav" aria-label={strings.pages}>
            {places.map(({ page, title }) => (
              <a
                key={page}
                data-page={page}
                aria-label={page === "settings" ? title : undefined}
                href={pathOf(page === "analysis" || page === "games" ? { page, query: "" } : { page })}
                aria-current={page === here ? (page === shown ? "page" : "true") : undefined}
                // Scrolls by hand, since browsers leave an element that is partly visible where it is.
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
                    <span class="visually-hidden"> {strings.waitingForYou}</span>
                  </span>
                )}
              </a>
            ))}
          </nav>
          {window.kibitz && (
            <span class="header-browser">
              <Button kind="quiet" onClick={() => window.kibitz?.openInBrowser()}>
                {strings.openInBrowser}
              </Button>
            </span>
          )}
          <Button kind="primary" aria-label={strings.newGame} onClick={showNewGame}>
            <PlusIcon />
            <span class="header-words">{strings.newGame}</span>
          </Button>
        </>
      )}
    </header>
  );
}
