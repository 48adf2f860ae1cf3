import { findPage } from "../../games/pages.ts";
import type { GameCard as Game } from "../../shared/api.ts";
import { MiniBoard } from "../mini-board/mini-board.tsx";
import { useNearView } from "../ui/near-view.ts";
import { shownName } from "../ui/shown-name.ts";
import { gamePath } from "./addresses.ts";
import { CardState } from "./card-state.tsx";
import * as strings from "./strings.ts";
import "./game-card.css";
import { knownGame } from "./known-games.ts";
import { PlayerLine } from "./player-line.tsx";

/** A game in the list: its space always, and its content while it is visible. */
export function GameCard({ id }: { id: string }) {
  const { ref, near } = useNearView<HTMLLIElement>();
  return (
    <li ref={ref} class="card surface" data-game={id}>
      {near ? <Contents id={id} /> : <div class="card-board" />}
    </li>
  );
}

function Contents({ id }: { id: string }) {
  const known = knownGame(id)?.value;
  if (!known) return null;
  const { game } = known;
  const [first, second] = game.seats;
  const flipped = game.person_seats.length === 1 && game.person_seats[0] === second;
  const [bottom, top] = flipped ? [second, first] : [first, second];
  return (
    <>
      <a class="card-link" href={gamePath(game)}>
        <span class="visually-hidden">{cardName(game)}</span>
      </a>
      <PlayerLine known={known} seat={top} />
      <div class="card-board">
        <MiniBoard view={game.view} lastMove={game.last_move} flipped={flipped} />
      </div>
      <PlayerLine known={known} seat={bottom} />
      <p class="card-foot">
        <CardState known={known} />
        {/* The number of a league's game names its match: long, and said by its page. */}
        {game.league_id === null && <span class="card-id figures">{game.game_id}</span>}
      </p>
    </>
  );
}

function cardName(game: Game): string {
  const names = game.seats.map((seat) =>
    game.players[seat]?.name == null ? strings.openSeatLabel : shownName(game, seat),
  );
  return `${findPage(game.game)?.title ?? game.game} ${game.game_id}: ${names.join(" against ")}`;
}
