import type { GameDetail } from "../../shared/api.ts";
import { gameAddress } from "./address.ts";

import * as strings from "./strings.ts";

/** The note that positions of the game were on other boards meanwhile; people are to judge that. */
export function FairPlay({ game: { fair_play = [] } }: { game: GameDetail }) {
  if (fair_play.length === 0) return null;
  return (
    <p class="quiet small" data-part="fair-play">
      {strings.samePositionStoodElsewhere}{" "}
      {fair_play.map(({ ply, game_id }, index) => (
        <span key={game_id}>
          {index > 0 && ", "}
          <a href={gameAddress.path({ id: game_id })}>{strings.game(game_id)}</a> {strings.ply(ply)}
        </span>
      ))}
      .
    </p>
  );
}
