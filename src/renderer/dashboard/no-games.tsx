import { showNewGame } from "../new-game/shown.ts";
import { Button } from "../ui/button.tsx";
import { chooseHistory, historyChoice, historySettled, historyTotal } from "./history.ts";
import { filtersAsked, type HistoryChoice, noFilters } from "./history-choice.ts";
import { choose, filter, lookFor, search } from "./shown-games.ts";
import * as strings from "./strings.ts";

const isNarrowed = ({ mine, game, league, ...filters }: HistoryChoice): boolean =>
  (mine ?? game ?? league) !== undefined || filtersAsked(filters) > 0;

/** Suggestions for an empty list. */
export function NoGames() {
  if (filter.value === "finished" && !historySettled.value) return null;
  return (
    <div class="no-games stack quiet">
      {search.value.trim() !== "" ? (
        <NothingFound />
      ) : filter.value === "finished" && isNarrowed(historyChoice.value) ? (
        <>
          <p>{strings.noFinishedGame}</p>
          <Button onClick={() => chooseHistory({ ...noFilters, game: "", mine: "", league: "" })}>
            {strings.showAllFinishedGames}
          </Button>
        </>
      ) : (
        <>
          <p>{strings.nothing[filter.value]}</p>
          <Button onClick={showNewGame}>{strings.newGame}</Button>
        </>
      )}
    </div>
  );
}

/** No game of this list matches; a finished one may. */
function NothingFound() {
  const finished = historySettled.value ? (historyTotal.value ?? 0) : null;
  return (
    <>
      <p>
        {filter.value === "finished" || finished === 0 ? strings.noGameMatches : strings.nothingHereMatches}
        <bdi>{search.value.trim()}</bdi>”.
      </p>
      <p class="button-row">
        <Button onClick={() => lookFor("")}>{strings.clearSearch}</Button>
        {filter.value !== "finished" && finished !== null && finished > 0 && (
          <Button kind="primary" onClick={() => choose("finished")}>
            {finished === 1 ? strings.show1FinishedGame : strings.showFinishedGames(finished)}
          </Button>
        )}
      </p>
    </>
  );
}
