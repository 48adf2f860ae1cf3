import { pages } from "../../games/pages.ts";
import { showImport } from "../import/shown.ts";
import { Button } from "../ui/button.tsx";
import { CloseIcon } from "../ui/icons.tsx";
import { Segmented } from "../ui/segmented.tsx";
import { chooseHistory, chooseView, historyChoice, historyTotal, historyView } from "./history.ts";
import { canSave, deletePicked, pickedCount, saveHistory, unpickAll } from "./picked.ts";

/** Which finished games to show, and how. */
export function HistoryBar() {
  const { game, mine, league } = historyChoice.value;
  const total = historyTotal.value;
  const count = pickedCount.value;
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
        {canSave.value && (
          <Button
            size="small"
            title={count > 0 ? "The selected games, in one file" : "All games found, in one file"}
            onClick={() => void saveHistory()}
          >
            {count > 0 ? `Save ${count} as PGN` : "Save as PGN"}
          </Button>
        )}
        {count > 0 && (
          <>
            <Button size="small" onClick={() => void deletePicked()}>
              Delete {count}
            </Button>
            <Button size="small" kind="quiet" onClick={unpickAll}>
              Clear selection
            </Button>
          </>
        )}
      </span>
      <p class="history-total figures">{total === null ? "" : total === 1 ? "1 game" : `${total} games`}</p>
    </div>
  );
}
