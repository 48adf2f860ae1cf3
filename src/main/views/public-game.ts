import { gameOf } from "../../games/register.ts";
import type { LiveGame } from "../tables/live-game.ts";
import { detailOf, summaryOf } from "./game-view.ts";
import { positionOf } from "./position.ts";

/** A game with its moves and talk, as everybody may see it: for kibitz://games/{id}. */
export function publicGame(game: LiveGame, now: number) {
  const { table } = game;
  const { legal_moves_shown, illegal_moves, clock, draw_offer, history, talk, rematch_of, rematch, fair_play } =
    detailOf(game, null, now);
  return {
    ...summaryOf(table),
    ...positionOf(table, null),
    ...gameOf(table.kind).words.start(table.options),
    legal_moves_shown,
    illegal_moves,
    clock,
    draw_offer,
    history,
    talk,
    rematch_of,
    rematch,
    ...(fair_play ? { fair_play } : {}),
    last_event_id: game.lastEventId,
  };
}
