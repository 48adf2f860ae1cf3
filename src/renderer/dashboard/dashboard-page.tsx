import { useEffect } from "preact/hooks";
import { useTitle } from "../app/use-title.ts";
import { counts } from "./counts.ts";
import { EmptyState } from "./empty-state.tsx";
import { FilterBar } from "./filter-bar.tsx";
import { GameList } from "./game-list.tsx";
import { historyFailure } from "./history.ts";
import { HistoryBar } from "./history-bar.tsx";
import { NoGames } from "./no-games.tsx";
import { listFailure } from "./paging.ts";
import { SetAsideNotice } from "./set-aside-notice.tsx";
import { filter, filterCounts, shownCount, watchList } from "./shown-games.ts";
import "./dashboard-page.css";

/** All games at a glance. */
export function DashboardPage() {
  const yourTurn = filterCounts.value?.["your-turn"] ?? 0;
  useTitle(yourTurn > 0 ? `(${yourTurn}) Your turn` : null);
  useEffect(watchList, []);

  if (counts.value === null) return <Unread />;
  const { live, open, finished } = counts.value;
  if (live + open + finished === 0)
    return (
      <>
        <SetAsideNotice />
        <EmptyState />
      </>
    );
  return (
    <div class="page dashboard">
      <h1 class="visually-hidden" tabIndex={-1}>
        Games
      </h1>
      <SetAsideNotice />
      <FilterBar />
      {filter.value === "finished" && <HistoryBar />}
      {filter.value === "finished" && historyFailure.value && <p role="alert">{historyFailure.value.message}</p>}
      {shownCount.value === 0 ? <NoGames /> : <GameList />}
    </div>
  );
}

/** Before the host has told anything. */
function Unread() {
  const failure = listFailure.value;
  return (
    <div class="page reading">
      <h1 class="visually-hidden" tabIndex={-1}>
        Games
      </h1>
      {failure && <p role="alert">{failure.message}</p>}
    </div>
  );
}
