import { invitations } from "../invitations/invitations.ts";
import { showNewGame } from "../new-game/shown.ts";
import { Button, PlusIcon, SettingsIcon } from "../ui/button.tsx";
import {
  type Address,
  analysisAddress,
  connectAddress,
  entrantAddress,
  gamesAddress,
  homeAddress,
  leagueAddress,
  leaguesAddress,
  ratingsAddress,
  settingsAddress,
} from "./address.ts";
import { Mark } from "./mark.tsx";
import { paramsOf } from "./route.ts";
import * as strings from "./strings.ts";
import "./header.css";

const places: readonly {
  readonly name: string;
  readonly title: string;
  readonly path: string;
  /** The page itself, and others of its section. */
  readonly section: readonly [Address<unknown>, ...Address<unknown>[]];
}[] = [
  { name: "games", title: strings.games, path: gamesAddress.path({ query: "" }), section: [gamesAddress] },
  {
    name: "leagues",
    title: strings.leagues,
    path: leaguesAddress.path({}),
    section: [leaguesAddress, leagueAddress, entrantAddress, ratingsAddress],
  },
  { name: "analysis", title: strings.analysis, path: analysisAddress.path({ query: "" }), section: [analysisAddress] },
  { name: "connect", title: strings.connect, path: connectAddress.path({}), section: [connectAddress] },
  { name: "settings", title: strings.settings, path: settingsAddress.path({}), section: [settingsAddress] },
];

/** Without a signed-in person there is no page to go to. */
export function Header({ signedIn }: { signedIn: boolean }) {
  const isOpen = (address: Address<unknown>) => paramsOf(address) !== null;
  return (
    <header class="header">
      <a
        class="brand line"
        href="/"
        aria-label={strings.kibitzHome}
        aria-current={isOpen(homeAddress) ? "page" : undefined}
      >
        <Mark />
        <span class="brand-name">{strings.kibitz}</span>
      </a>
      {signedIn && (
        <>
          <nav class="nav" aria-label={strings.pages}>
            {places.map(({ name, title, path, section }) => (
              <a
                key={name}
                data-page={name}
                aria-label={name === "settings" ? title : undefined}
                href={path}
                aria-current={isOpen(section[0]) ? "page" : section.some(isOpen) ? "true" : undefined}
                // Scrolls by hand, since browsers leave an element that is partly visible where it is.
                onFocus={({ currentTarget }) => currentTarget.scrollIntoView({ block: "nearest", inline: "nearest" })}
              >
                {name === "settings" ? (
                  <>
                    <span class="nav-words">{title}</span>
                    <span class="nav-icon">
                      <SettingsIcon />
                    </span>
                  </>
                ) : (
                  title
                )}
                {name === "leagues" && invitations.value.length > 0 && (
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
