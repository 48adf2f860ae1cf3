import { useEffect } from "preact/hooks";
import { lazy } from "../app/lazy.tsx";
import { useNearView } from "../ui/near-view.ts";
import { GameCard } from "./game-card.tsx";
import { historyView } from "./history.ts";
import { filter, hasMore, showMore, shownIds } from "./shown-games.ts";
import * as strings from "./strings.ts";

const HistoryTable = lazy(async () => (await import("./history-table.tsx")).HistoryTable);

/** The games of the list, as cards or, for finished ones, as a table. */
export function GameList() {
  const ids = shownIds.value;
  return (
    <>
      {filter.value === "finished" && historyView.value === "table" ? (
        <HistoryTable />
      ) : (
        <ul class="game-grid" aria-label={strings.games}>
          {ids.map((id) => (
            <GameCard key={id} id={id} />
          ))}
        </ul>
      )}
      {hasMore.value && <ListEnd shown={ids.length} />}
    </>
  );
}

/** Loads more as soon as the end of the list comes near, and again until it is out of sight. */
function ListEnd({ shown }: { shown: number }) {
  const { ref, near } = useNearView<HTMLDivElement>();
  const more = hasMore.value;
  useEffect(() => {
    if (near) showMore();
  }, [near, shown, more]);
  return <div ref={ref} class="list-end" />;
}
