import { findPage, pages } from "../../games/pages.ts";
import { getHistoryPgn } from "../api/client.ts";
import { showImport } from "../import/shown.ts";
import { Button } from "../ui/button.tsx";
import { CloseIcon } from "../ui/icons.tsx";
import { saveFile } from "../ui/save-file.ts";
import { Segmented } from "../ui/segmented.tsx";
import { toast } from "../ui/toasts.tsx";
import { chooseHistory, chooseView, historyChoice, historyTotal, historyView, questionOf } from "./history.ts";

/** Saves what is found as one file. */
async function save(): Promise<void> {
  const answer = await getHistoryPgn(questionOf(historyChoice.peek()));
  if (answer.ok) saveFile("kibitz-games.pgn", "application/vnd.chess-pgn", answer.value);
  else toast(answer.message, "problem");
}

/** Which finished games to show, and how. */
export function HistoryBar() {
  const { game, mine, league } = historyChoice.value;
  const total = historyTotal.value;
  return (
    <div class="history-bar">
      <Segmented
        legend="Show as"
        hideLegend
        value={historyView.value}
        onChange={chooseView}
        options={[
          { value: "cards", label: "Cards" },
          { value: "table", label: "Table" },
        ]}
      />
      <select
        class="input"
        aria-label="Kind of game"
        value={game ?? ""}
        onChange={({ currentTarget: { value } }) => chooseHistory({ game: value === "" ? null : value })}
      >
        <option value="">All games</option>
        {pages.map(({ kind, title }) => (
          <option key={kind} value={kind}>
            {title}
          </option>
        ))}
      </select>
      <label class="history-mine">
        <input
          type="checkbox"
          checked={mine}
          onChange={({ currentTarget: { checked } }) => chooseHistory({ mine: checked })}
        />
        Only mine
      </label>
      {league !== null && (
        <Button
          size="small"
          aria-label={`Only of ${league.name}: show all leagues`}
          onClick={() => chooseHistory({ league: null })}
        >
          <bdi class="one-line">{league.name}</bdi>
          <CloseIcon />
        </Button>
      )}
      <span class="history-files">
        <a class="button plain small" href="/analysis">
          Analysis board
        </a>
        <Button size="small" onClick={() => showImport()}>
          Import…
        </Button>
        {total !== null && total > 0 && (game === null || findPage(game)?.records) && (
          <Button size="small" title="All games that are found, in one file" onClick={() => void save()}>
            Save as PGN
          </Button>
        )}
      </span>
      <p class="history-total figures">{total === null ? "" : total === 1 ? "1 game" : `${total} games`}</p>
    </div>
  );
}
