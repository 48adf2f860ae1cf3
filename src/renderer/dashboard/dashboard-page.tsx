import { createRef } from "preact";
import { useEffect, useLayoutEffect, useMemo } from "preact/hooks";
import { lazyComponent, useTitle } from "../app/lazy.tsx";
import { counts } from "./counts.ts";
import * as history from "./history.ts";
import { HistoryBar } from "./history-bar.tsx";
import { LoadingPage, SetAsideNotice } from "./list-notices.tsx";
import * as shownGames from "./shown-games.ts";
import * as strings from "./strings.ts";
import "./dashboard-page.css";
import { amount, SEARCH_LENGTH } from "../../shared/text.ts";
import { showImport } from "../import/sources.ts";
import { showNewGame } from "../new-game/dialog-state.ts";
import { Button, SearchIcon } from "../ui/button.tsx";
import { Input, SegmentedChoice } from "../ui/field.tsx";
import { useNearView } from "../ui/when-near.tsx";
import { filters } from "./filters.ts";
import { GameCards } from "./game-card.tsx";

export function GamesPage() {
  useTitle("Games");
  return counts.value === null ? <LoadingPage title="Games" /> : <Lists />;
}

function Lists() {
  // Before painting: what is opened depends on which games there are.
  useLayoutEffect(shownGames.watchList, []);
  return (
    <div class="page dashboard stack">
      <h1 class="visually-hidden" tabIndex={-1}>
        Games
      </h1>
      <SetAsideNotice />
      <FilterBar />
      {shownGames.filter.value === "finished" && <HistoryBar />}
      {shownGames.filter.value === "finished" && history.historyFailure.value && (
        <p role="alert">{history.historyFailure.value.message}</p>
      )}
      {shownGames.shownCount.value === 0 ? <NoGames /> : <GameList />}
    </div>
  );
}

const HistoryTable = lazyComponent(async () => (await import("./history-table.tsx")).HistoryTable);

/** The games of the list, as cards or, for finished ones, as a table. */
function GameList() {
  const ids = shownGames.shownIds.value;
  const { filter, search } = shownGames;
  // A few games are shown large, until other ones are looked for: one that comes does not make the others small.
  const few = useMemo(() => ids.length < 4, [filter.value, search.value, history.historySettled.value]);
  return (
    <>
      {shownGames.filter.value === "finished" && history.historyView.value === "table" ? (
        <HistoryTable />
      ) : (
        <GameCards class={`game-grid gap-4 grid${few ? " few" : ""}`} aria-label="Games" ids={ids} />
      )}
      {shownGames.hasMore.value && <ListEnd count={ids.length} />}
    </>
  );
}

/** Loads more as soon as the end of the list comes near, and again until it is out of sight. */
function ListEnd({ count }: { count: number }) {
  const { ref, near } = useNearView<HTMLDivElement>();
  const more = shownGames.hasMore.value;
  useEffect(() => {
    if (near) shownGames.showMore();
  }, [near, count, more]);
  return <div ref={ref} class="list-end" />;
}

const isNarrowed = ({ mine, game, league, ...filters }: history.HistoryChoice): boolean =>
  (mine ?? game ?? league) !== undefined || history.filtersAsked(filters) > 0;

/** Suggestions for an empty list. */
function NoGames() {
  if (shownGames.filter.value === "finished" && !history.historySettled.value) return null;
  return (
    <div class="no-games gap-3 stack top quiet">
      {shownGames.search.value.trim() !== "" ? (
        <NothingFound />
      ) : shownGames.filter.value === "finished" && isNarrowed(history.historyChoice.value) ? (
        <>
          <p>No game matches these filters.</p>
          <Button onClick={() => history.chooseHistory({ ...history.noFilters, game: "", mine: "", league: "" })}>
            Clear filters
          </Button>
        </>
      ) : (
        <>
          <p>{strings.emptyLists[shownGames.filter.value]}</p>
          <p class="button-row">
            <Button label="New game" onClick={showNewGame} />
            <Button label="Import…" onClick={() => showImport()} />
          </p>
        </>
      )}
    </div>
  );
}

const searchField = createRef<HTMLInputElement>();

/** The person goes on in the field, since the button goes. */
function clearSearch(): void {
  shownGames.lookFor("");
  searchField.current?.focus();
}

/** No game of this list matches; a finished one may. */
function NothingFound() {
  const total = history.historySettled.value ? (history.historyTotal.value ?? 0) : null;
  return (
    <>
      <p>
        {shownGames.filter.value === "finished" || total === 0 ? "No game matches “" : "Nothing here matches “"}
        <bdi>{shownGames.search.value.trim()}</bdi>”.
      </p>
      <p class="button-row">
        <Button label="Clear the search" onClick={clearSearch} />
        {shownGames.filter.value !== "finished" && total !== null && total > 0 && (
          <Button kind="primary" onClick={() => shownGames.chooseFilter("finished")}>
            {`Show ${total} finished ${total === 1 ? "game" : "games"}`}
          </Button>
        )}
      </p>
    </>
  );
}

function FilterBar() {
  const counts = shownGames.filterCounts.value;
  const isFinished = shownGames.filter.value === "finished";
  return (
    <search class="filter-bar row middle gap-2-4">
      <SegmentedChoice
        legend="Show"
        hideLegend
        value={shownGames.filter.value}
        onChange={shownGames.chooseFilter}
        options={filters.map((each) => ({
          value: each,
          label: (
            <>
              {strings.filterTitles[each]}
              <span class="filter-count figures quiet">{counts?.[each] ?? ""}</span>
            </>
          ),
        }))}
      />
      <div class="search anchor push">
        <SearchIcon />
        <Input
          type="search"
          ref={searchField}
          aria-label={isFinished ? "Search by player, opening or number" : "Search by player or number"}
          placeholder={isFinished ? "Player, opening or number" : "Player or number"}
          maxLength={SEARCH_LENGTH}
          text={shownGames.search.value}
          onText={shownGames.lookFor}
        />
      </div>
      <Button label="Import…" size="small" onClick={() => showImport()} />
      <ListStatus />
    </search>
  );
}

/** Announces the result of a search to a screen reader. */
const ListStatus = () => (
  <p class="visually-hidden" role="status">
    {shownGames.search.value.trim() !== "" && `${amount(shownGames.shownCount.value, "game")} found`}
  </p>
);
