import { useEffect } from "preact/hooks";
import { useTitle } from "../app/use-title.ts";
import { counts } from "./counts.ts";
import { FilterBar } from "./filter-bar.tsx";
import { GameList } from "./game-list.tsx";
import { historyFailure } from "./history.ts";
import { HistoryBar } from "./history-bar.tsx";
import { NoGames } from "./no-games.tsx";
import { SetAsideNotice } from "./set-aside-notice.tsx";
import { filter, shownCount, watchList, yourTurns } from "./shown-games.ts";
import * as strings from "./strings.ts";
import { Unread } from "./unread.tsx";
import "./dashboard-page.css";

/** The page with all games. */
export function DashboardPage() {
  const waiting = yourTurns.value;
  useTitle(waiting > 0 ? strings.yourTurnWaiting(waiting) : strings.games);
  useEffect(watchList, []);

  if (counts.value === null) return <Unread title={strings.games} />;
  return (
    <div class="page dashboard stack">
      <h1 class="visually-hidden" tabIndex={-1}>
        {strings.games}
      </h1>
      <SetAsideNotice />
      <FilterBar />
      {filter.value === "finished" && <HistoryBar />}
      {filter.value === "finished" && historyFailure.value && <p role="alert">{historyFailure.value.message}</p>}
      {shownCount.value === 0 ? <NoGames /> : <GameList />}
    </div>
  );
}
