import { showNewGame } from "../new-game/shown.ts";
import { Button } from "../ui/button.tsx";
import type { Filter } from "./filters.ts";
import { chooseHistory, historyChoice, historySettled, historyTotal } from "./history.ts";
import { filtersAsked, type HistoryChoice, noFilters } from "./history-choice.ts";
import { choose, filter, lookFor, search } from "./shown-games.ts";

const nothing: Record<Filter, string> = {
  live: "No game is being played.",
  "your-turn": "It is not your turn in any game.",
  "open-seat": "No seat is waiting for an agent.",
  finished: "No game is finished yet.",
};

const isNarrowed = (choice: HistoryChoice): boolean =>
  choice.mine || choice.game !== null || choice.league !== null || filtersAsked(choice) > 0;

/** What to do when the list has nothing to show. */
export function NoGames() {
  if (filter.value === "finished" && !historySettled.value) return null;
  return (
    <div class="no-games">
      {search.value.trim() !== "" ? (
        <NothingFound />
      ) : filter.value === "finished" && isNarrowed(historyChoice.value) ? (
        <>
          <p>No finished game is of this kind.</p>
          <Button onClick={() => chooseHistory({ ...noFilters, game: null, mine: false, league: null })}>
            Show all finished games
          </Button>
        </>
      ) : (
        <>
          <p>{nothing[filter.value]}</p>
          <Button onClick={showNewGame}>New game</Button>
        </>
      )}
    </div>
  );
}

/** Nothing in this list is what is looked for; it may be among the finished games. */
function NothingFound() {
  const words = <bdi>{search.value.trim()}</bdi>;
  const finished = historySettled.value ? (historyTotal.value ?? 0) : null;
  return (
    <>
      {filter.value === "finished" || finished === 0 ? (
        <p>No game matches “{words}”.</p>
      ) : (
        <p>Nothing here matches “{words}”.</p>
      )}
      <p class="button-row">
        <Button onClick={() => lookFor("")}>Clear the search</Button>
        {filter.value !== "finished" && finished !== null && finished > 0 && (
          <Button kind="primary" onClick={() => choose("finished")}>
            {finished === 1 ? "Show 1 finished game" : `Show ${finished} finished games`}
          </Button>
        )}
      </p>
    </>
  );
}
