import { showNewGame } from "../new-game/shown.ts";
import { Button } from "../ui/button.tsx";
import type { Filter } from "./filters.ts";
import { finishedState } from "./paging.ts";
import { choose, filter, lookFor, search } from "./shown-games.ts";

const nothing: Record<Filter, string> = {
  live: "No game is being played.",
  "your-turn": "It is not your turn in any game.",
  "open-seat": "No seat is waiting for an agent.",
  finished: "No game is finished yet.",
};

/** What to do when the list has nothing to show. */
export function NoGames() {
  const searching = search.value.trim() !== "";
  if (filter.value === "finished" && ["unread", "loading", "more"].includes(finishedState())) return null;
  return (
    <div class="no-games">
      {searching ? (
        <>
          <p>
            Nothing here matches “<bdi>{search.value.trim()}</bdi>”.
          </p>
          <p class="button-row">
            <Button onClick={() => lookFor("")}>Clear the search</Button>
            {filter.value !== "finished" && <Button onClick={() => choose("finished")}>Look in finished games</Button>}
          </p>
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
