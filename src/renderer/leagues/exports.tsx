import { findPage } from "../../games/pages.ts";
import type { LeagueDetail } from "../../shared/leagues.ts";
import { gamesAddress } from "../dashboard/addresses.ts";

import { showLeagueGames } from "../dashboard/shown-games.ts";
import { Button } from "../ui/button.tsx";
import { saveAnswer, saveFile } from "../ui/save-file.ts";
import { getLeagueFile } from "./client.ts";
import { Part } from "./part.tsx";
import * as strings from "./strings.ts";

/** The exports of a league. */
export function Exports({ league }: { league: LeagueDetail }) {
  const name = `kibitz-league-${league.league_id}`;
  const hasPgn = findPage(league.game)?.records !== undefined;
  return (
    <Part id="exports" title={strings.exportLabel}>
      <p>
        <a
          href={gamesAddress.path({ query: "" })}
          onClick={() => showLeagueGames({ id: league.league_id, name: league.name })}
        >
          {strings.allItsGamesInHistory}
        </a>
      </p>
      <div class="button-row">
        {strings.files
          .filter(({ file }) => hasPgn || file !== "pgn")
          .map(({ file, ending, title, hint }) => (
            <Button
              key={file}
              size="small"
              title={hint}
              onClick={() => void saveAnswer(name + ending, getLeagueFile(league.league_id, file))}
            >
              {title}
            </Button>
          ))}
        <Button
          size="small"
          title={strings.allThatThere}
          onClick={() => saveFile(`${name}.json`, `${JSON.stringify(league, null, 2)}\n`)}
        >
          {strings.json}
        </Button>
      </div>
    </Part>
  );
}
