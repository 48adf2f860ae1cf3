import type { LeagueMatch } from "../../shared/leagues.ts";
import { GameCard } from "../dashboard/game-card.tsx";
import { knownGame, knownRevision } from "../dashboard/known-games.ts";
import * as strings from "./strings.ts";

/** Most boards that are shown. */
const MOST = 12;

/** The live boards of the running matches. */
export function MatchBoards({ matches }: { matches: readonly LeagueMatch[] }) {
  const playing = matches.flatMap(({ status, games }) => (status === "playing" ? games.slice(-1) : []));
  // A game's first event may come after the league's.
  const known = playing.filter((id) => knownGame(id));
  if (known.length < playing.length) void knownRevision.value;
  if (known.length === 0) return null;
  const left = playing.length - MOST;
  return (
    <>
      <ul class="match-boards" aria-label={strings.liveBoards}>
        {known.slice(0, MOST).map((id) => (
          <GameCard key={id} id={id} />
        ))}
      </ul>
      {left > 0 && <p class="quiet small">{strings.andMoreAtSameTime(left)}</p>}
    </>
  );
}
