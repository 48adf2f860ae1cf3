import { SEARCH_LENGTH } from "../../shared/text.ts";
import { SearchIcon } from "../ui/icons.tsx";
import { Segmented } from "../ui/segmented.tsx";
import { type Filter, filters } from "./filters.ts";
import { choose, filter, filterCounts, lookFor, search, shownCount } from "./shown-games.ts";

const filterTitles: Record<Filter, string> = {
  live: "Live",
  "your-turn": "Your turn",
  "open-seat": "Open seat",
  finished: "Finished",
};

/** Which games to show. */
export function FilterBar() {
  const counts = filterCounts.value;
  const isFinished = filter.value === "finished";
  return (
    <search class="filter-bar">
      <Segmented
        legend="Show"
        hideLegend
        value={filter.value}
        onChange={choose}
        options={filters.map((each) => ({
          value: each,
          label: (
            <>
              {filterTitles[each]}
              <span class="filter-count figures">{counts?.[each] ?? ""}</span>
            </>
          ),
        }))}
      />
      <div class="search">
        <SearchIcon />
        <input
          class="input"
          type="search"
          aria-label={isFinished ? "Search by player, opening or number" : "Search by player or number"}
          placeholder={isFinished ? "Player, opening or number" : "Player or number"}
          maxLength={SEARCH_LENGTH}
          value={search.value}
          onInput={(event) => lookFor(event.currentTarget.value)}
        />
      </div>
      <ListStatus />
    </search>
  );
}

/** What a search came to, or where somebody is waited for: for those who do not see the list. */
function ListStatus() {
  const games = (count: number) => (count === 1 ? "1 game" : `${count} games`);
  const yourTurn = filterCounts.value?.["your-turn"] ?? 0;
  const waiting = yourTurn === 0 ? "" : `Your turn in ${games(yourTurn)}`;
  return (
    <p class="visually-hidden" role="status">
      {search.value.trim() === "" ? waiting : `${games(shownCount.value)} found`}
    </p>
  );
}
