import type { GameCard } from "../../shared/api.ts";
import type { Seat } from "../../shared/terms.ts";
import { shownName } from "../ui/shown-name.ts";
import * as strings from "./strings.ts";

/** A player by name, and the computer by its level as well, where its name does not say it. */
export function PlayerName({ game, seat }: { readonly game: GameCard; readonly seat: Seat }) {
  const name = shownName(game, seat);
  const level = game.players[seat]?.level ?? null;
  return (
    <>
      <bdi title={name}>{name}</bdi>
      {level !== null && name !== strings.levelNumber(level) && (
        <span class="level">
          {" "}
          <span class="level-word">{strings.level} </span>
          {level}
        </span>
      )}
    </>
  );
}
