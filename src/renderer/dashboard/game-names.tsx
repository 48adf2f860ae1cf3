import type { GameCard } from "../../shared/api.ts";
import type { Seat } from "../../shared/terms.ts";
import { shownName } from "../ui/format.ts";
import * as strings from "./strings.ts";

/** A player's name, with the computer's level where the name does not contain it. */
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

/** Marks a game as a study, with the person's name for it. */
export const StudyName = ({ name }: { name: string }) => (
  <>
    {strings.study} <bdi>{name}</bdi>
  </>
);
