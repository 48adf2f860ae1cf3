import { useEffect } from "preact/hooks";
import { useNearView } from "../ui/near-view.ts";
import { GameCard } from "./game-card.tsx";
import { hasMore, showMore, shownIds } from "./shown-games.ts";

export function GameGrid() {
  const ids = shownIds.value;
  return (
    <>
      <ul class="game-grid" aria-label="Games">
        {ids.map((id) => (
          <GameCard key={id} id={id} />
        ))}
      </ul>
      {hasMore.value && <ListEnd shown={ids.length} />}
    </>
  );
}

/** Asks for more as soon as the end of the list comes near, and again while what came does not push it away. */
function ListEnd({ shown }: { shown: number }) {
  const { ref, near } = useNearView<HTMLDivElement>();
  const more = hasMore.value;
  useEffect(() => {
    if (near) showMore();
  }, [near, shown, more]);
  return <div ref={ref} class="list-end" />;
}
