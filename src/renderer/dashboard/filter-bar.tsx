import { SEARCH_LENGTH } from "../../shared/text.ts";
import { SearchIcon } from "../ui/icons.tsx";
import { Segmented } from "../ui/segmented.tsx";
import { Input } from "../ui/text-field.tsx";
import { filters } from "./filters.ts";
import { choose, filter, filterCounts, lookFor, search, shownCount } from "./shown-games.ts";
import * as strings from "./strings.ts";

/** Filters for the list of games. */
export function FilterBar() {
  const counts = filterCounts.value;
  const isFinished = filter.value === "finished";
  return (
    <search class="filter-bar row">
      <Segmented
        legend={strings.show}
        hideLegend
        value={filter.value}
        onChange={choose}
        options={filters.map((each) => ({
          value: each,
          label: (
            <>
              {strings.filterTitles[each]}
              <span class="filter-count figures">{counts?.[each] ?? ""}</span>
            </>
          ),
        }))}
      />
      <div class="search">
        <SearchIcon />
        <Input
          type="search"
          aria-label={isFinished ? strings.searchByPlayerOpening : strings.searchByPlayerOrNumber}
          placeholder={isFinished ? strings.playerOpeningOrNumber : strings.playerOrNumber}
          maxLength={SEARCH_LENGTH}
          text={search.value}
          onText={lookFor}
        />
      </div>
      <ListStatus />
    </search>
  );
}

/** Announces the result of a search, or the number of games that wait for the person, to a screen reader. */
function ListStatus() {
  const yourTurn = filterCounts.value?.["your-turn"] ?? 0;
  const waiting = yourTurn === 0 ? "" : strings.yourTurnIn(strings.gamesCount(yourTurn));
  return (
    <p class="visually-hidden" role="status">
      {search.value.trim() === "" ? waiting : strings.found(strings.gamesCount(shownCount.value))}
    </p>
  );
}
