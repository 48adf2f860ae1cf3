import { due } from "../due/due.ts";
import { showNewGame } from "../new-game/dialog-state.ts";
import { Button, PlusIcon, SettingsIcon } from "../ui/button.tsx";
import * as addresses from "./address.ts";
import { paramsOf } from "./route.ts";
import "./header.css";

const headerLinks: readonly {
  readonly name: string;
  readonly title: string;
  readonly address: addresses.Address<unknown>;
  /** The other pages of its section. */
  readonly others?: readonly addresses.Address<unknown>[];
}[] = [
  { name: "games", title: "Games", address: addresses.gamesAddress },
  {
    name: "leagues",
    title: "Leagues",
    address: addresses.leaguesAddress,
    others: [addresses.leagueAddress, addresses.entrantAddress, addresses.ratingsAddress],
  },
  { name: "analysis", title: "Analysis", address: addresses.analysisAddress },
  { name: "connect", title: "Connect", address: addresses.connectAddress },
  { name: "settings", title: "Settings", address: addresses.settingsAddress },
];

/** Without a signed-in person there is no page to go to. */
export function Header({ signedIn }: { signedIn: boolean }) {
  const isOpen = (address: addresses.Address<unknown>) => paramsOf(address) !== null;
  return (
    <header class="header line">
      <a
        class="brand rounded-s text-l weight-strong line"
        href="/"
        aria-label="Kibitz, home"
        aria-current={isOpen(addresses.homeAddress) ? "page" : undefined}
      >
        <Mark />
        <span class="brand-name">Kibitz</span>
      </a>
      {signedIn && (
        <>
          <nav class="nav flex grow shrinks" aria-label="Pages">
            {headerLinks.map(({ name, title, address, others = [] }) => (
              <a
                key={name}
                class="flex anchor middle weight-medium quiet unbroken"
                data-page={name}
                aria-label={name === "settings" ? title : undefined}
                // Without a search, where the page takes one.
                href={address.path({ query: "" })}
                aria-current={isOpen(address) ? "page" : others.some(isOpen) ? "true" : undefined}
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
                <Count of={name} />
              </a>
            ))}
          </nav>
          {window.kibitz && (
            <span class="header-browser">
              <Button label="Open in browser" kind="quiet" onClick={() => window.kibitz?.openInBrowser()} />
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

/** How much waits for the person: matches at the leagues, everything else at the games. */
function Count({ of }: { of: string }) {
  const matches = due.value.filter(({ kind }) => kind === "match").length;
  const count = of === "leagues" ? matches : of === "games" ? due.value.length - matches : 0;
  return count === 0 ? null : (
    <span class="nav-count badge placed centred figures">
      {count}
      <span class="visually-hidden"> waiting for you</span>
    </span>
  );
}

/** The logo: four squares of a board. */
export const Mark = () => (
  <svg class="logo" viewBox="0 0 20 20" aria-hidden="true">
    <rect fill="var(--board-light)" width="20" height="20" rx="4" />
    <path fill="var(--board-dark)" d="M10 0h6a4 4 0 0 1 4 4v6H10zM0 10h10v10H4a4 4 0 0 1-4-4z" />
  </svg>
);
