import { useState } from "preact/hooks";
import { pages } from "../../games/pages.ts";
import { lazy } from "../app/lazy.tsx";
import { showImport } from "../import/shown.ts";
import { Button } from "../ui/button.tsx";
import { CloseIcon } from "../ui/icons.tsx";
import { Segmented } from "../ui/segmented.tsx";
import { chooseHistory, chooseView, historyChoice, historyTotal, historyView } from "./history.ts";
import { filtersAsked, noFilters } from "./history-choice.ts";
import { canSave, deletePicked, pickedCount, saveHistory, unpickAll } from "./picked.ts";

const FilterRow = lazy(async () => (await import("./history-filters.tsx")).HistoryFilterRow);

/** Which finished games to show, and how. */
export function HistoryBar() {
  const { game, mine, league } = historyChoice.value;
  const total = historyTotal.value;
  const count = pickedCount.value;
  const asked = filtersAsked(historyChoice.value);
  const [open, setOpen] = useState(asked > 0);
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
      <Button size="small" aria-expanded={open} aria-controls="history-filters" onClick={() => setOpen(!open)}>
        {asked > 0 ? `Filters (${asked})` : "Filters"}
      </Button>
      {asked > 0 && (
        <Button size="small" kind="quiet" onClick={() => chooseHistory(noFilters)}>
          Clear filters
        </Button>
      )}
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
      <div id="history-filters" class="history-filters" hidden={!open}>
        {open && <FilterRow />}
      </div>
    </div>
  );
}
