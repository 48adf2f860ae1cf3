import { definitionOf } from "../../games/register.ts";
import type { LiveGame } from "../games/live-game.ts";
import { viewOf } from "../games/machine/game-state.ts";
import { detailOf, summaryOf } from "./game-view.ts";

/** A game with its moves and talk, as everybody may see it: for kibitz://games/{id}. */
export function publicGame(game: LiveGame, now: number) {
  const { state } = game;
  const { words } = definitionOf(state.kind);
  const view = viewOf(state, null);
  const check = words.check?.(view);
  const { legal_moves_shown, illegal_moves, clock, draw_offer, history, talk, rematch_of, rematch, fair_play, chance } =
    detailOf(game, null, now);
  return {
    ...summaryOf(state),
    ...words.position(view),
    ...(check === undefined ? {} : { check }),
    ...words.start(state.options),
    legal_moves_shown,
    illegal_moves,
    clock,
    draw_offer,
    history,
    talk,
    rematch_of,
    rematch,
    ...(chance ? { chance } : {}),
    ...(fair_play ? { fair_play } : {}),
    last_event_id: game.lastEventId,
  };
}
