import { useState } from "preact/hooks";
import { pages } from "../../games/pages.ts";
import { amount } from "../../shared/text.ts";
import { practiceAddress } from "../app/address.ts";
import { lazyComponent } from "../app/lazy.tsx";
import { Button, CloseIcon } from "../ui/button.tsx";
import { labelOptions, SegmentedChoice, Select } from "../ui/field.tsx";
import * as history from "./history.ts";
import { clearSelection, deleteSelected, savedAs, saveHistory, selectedCount } from "./selection.ts";

const DeletedGamesDialog = lazyComponent(async () => (await import("./deleted-dialog.tsx")).DeletedGames);
const FilterRow = lazyComponent(async () => (await import("./history-filters.tsx")).HistoryFilterRow);

/** Filters for the finished games. */
export function HistoryBar() {
  const { game, mine, league, league_name: name = `League ${league}` } = history.historyChoice.value;
  const total = history.historyTotal.value;
  const count = selectedCount.value;
  const filterCount = history.filtersAsked(history.historyChoice.value);
  const [open, setOpen] = useState(filterCount > 0);
  const [isListOpen, setDeleted] = useState(false);
  return (
    <search class="history-bar row middle gap-2-4" data-open={open || (game ?? mine) !== undefined || count > 0}>
      <SegmentedChoice
        legend="Show as"
        hideLegend
        value={history.historyView.value}
        onChange={history.chooseView}
        options={labelOptions({ cards: "Cards", table: "Table" })}
      />
      <Select
        aria-label="Kind of game"
        value={game ?? ""}
        options={[
          { value: "", label: "All games" },
          ...pages.map(({ kind, title }) => ({ value: kind, label: title })),
        ]}
        onChange={(kind) => history.chooseHistory({ game: kind })}
      />
      <label class="history-mine line">
        <input
          type="checkbox"
          checked={mine !== undefined}
          onChange={({ currentTarget: { checked } }) => history.chooseHistory({ mine: String(checked) })}
        />
        Only mine
      </label>
      <Button size="small" aria-expanded={open} aria-controls="history-filters" onClick={() => setOpen(!open)}>
        {filterCount > 0 ? `Filters (${filterCount})` : "Filters"}
      </Button>
      {filterCount > 0 && (
        <Button size="small" kind="quiet" onClick={() => history.chooseHistory(history.noFilters)}>
          Clear filters
        </Button>
      )}
      {league !== undefined && (
        <Button
          size="small"
          aria-label={`Only ${name}: show all leagues`}
          onClick={() => history.chooseHistory({ league: "", league_name: "" })}
        >
          <bdi class="one-line">{name}</bdi>
          <CloseIcon />
        </Button>
      )}
      <span class="button-row history-files">
        <a class="button plain small" href={practiceAddress.path({})}>
          Practise mistakes
        </a>
        {savedAs.value && (
          <Button
            label={`Save ${count > 0 ? `${count} ` : ""}as ${savedAs.value.name}`}
            size="small"
            title={count > 0 ? "The selected games, in one file" : "All games found, in one file"}
            onClick={() => void saveHistory()}
          />
        )}
        {/* One of both: they read alike. */}
        {count === 0 ? (
          <Button label="Deleted…" size="small" onClick={() => setDeleted(true)} />
        ) : (
          <>
            <Button label={`Delete ${count}`} size="small" onClick={() => void deleteSelected()} />
            <Button label="Clear selection" size="small" kind="quiet" onClick={clearSelection} />
          </>
        )}
      </span>
      <p class="history-total push quiet small figures">{total === null ? "" : amount(total, "game")}</p>
      <div id="history-filters" class="history-filters row gap-2-4" hidden={!open}>
        {open && <FilterRow />}
      </div>
      {isListOpen && <DeletedGamesDialog onClose={() => setDeleted(false)} />}
    </search>
  );
}
