import { definitionOf } from "../../games/register.ts";
import type { LiveGame } from "../games/live-game.ts";
import { detailOf, summaryOf } from "./game-view.ts";
import { positionOf } from "./position.ts";

/** A game with its moves and talk, as everybody may see it: for kibitz://games/{id}. */
export function publicGame(game: LiveGame, now: number) {
  const { state } = game;
  const { legal_moves_shown, illegal_moves, clock, draw_offer, history, talk, rematch_of, rematch, fair_play } =
    detailOf(game, null, now);
  return {
    ...summaryOf(state),
    ...positionOf(state, null),
    ...definitionOf(state.kind).words.start(state.options),
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
