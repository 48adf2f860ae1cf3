import { findPage } from "../../games/pages.ts";
import type { LeagueDetail } from "../../shared/leagues.ts";
import { gamesAddress } from "../dashboard/addresses.ts";

import { showLeagueGames } from "../dashboard/shown-games.ts";
import { Button } from "../ui/button.tsx";
import { saveAnswer, saveFile } from "../ui/save-file.ts";
import { getLeagueFile, type LeagueFile } from "./client.ts";
import { Part } from "./part.tsx";
import * as strings from "./strings.ts";

const files: readonly {
  readonly file: LeagueFile;
  /** The end of the file's name, after the league's; by default its format. */
  readonly ending?: string;
  readonly title: string;
  readonly hint: string;
}[] = [
  { file: "pgn", title: "PGN", hint: strings.allGamesForAnyProgram },
  { file: "csv", title: "CSV", hint: strings.tableForSpreadsheet },
  { file: "trf", title: "TRF", hint: strings.fidesTournamentReportForPairing },
  { file: "trf26", ending: "-26.trf", title: "TRF26", hint: strings.sameReportInFidesFormat },
  { file: "html", title: strings.webPage, hint: strings.oneFileThatShowsLeague },
  {
    file: "replay",
    ending: "-games.html",
    title: strings.gamesAsWebPage,
    hint: strings.oneFileInWhichGames,
  },
];

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
        {files
          .filter(({ file }) => hasPgn || file !== "pgn")
          .map(({ file, ending = `.${file}`, title, hint }) => (
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
