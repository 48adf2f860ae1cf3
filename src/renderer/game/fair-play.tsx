import type { GameDetail } from "../../shared/api.ts";
import { pathOf } from "../app/route.ts";

/** That positions of the game were on other boards meanwhile; what that means is for people to judge. */
export function FairPlay({ game: { fair_play = [] } }: { game: GameDetail }) {
  if (fair_play.length === 0) return null;
  return (
    <p class="quiet small" data-part="fair-play">
      While it was played, the same position was on another board of this installation that told a computer’s move:{" "}
      {fair_play.map(({ ply, game_id }, index) => (
        <span key={game_id}>
          {index > 0 && ", "}
          <a href={pathOf({ page: "game", id: game_id })}>game {game_id}</a> (ply {ply})
        </span>
      ))}
      .
    </p>
  );
}
