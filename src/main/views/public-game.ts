import { definitionOf } from "../../games/register.ts";
import type { LiveGame } from "../games/live-game.ts";
import { detailOf, summaryOf } from "./game-view.ts";

/** A game with its moves and talk, as everybody may see it: for kibitz://games/{id}. */
export function publicGame(game: LiveGame, now: number) {
  const { state } = game;
  const { rules, words } = definitionOf(state.kind);
  const view = rules.view(state.position, null);
  const check = words.check?.(view);
  const { legal_moves_shown, illegal_moves, clock, draw_offer, history, talk, rematch_of, rematch, fair_play } =
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
    ...(fair_play ? { fair_play } : {}),
    last_event_id: game.lastEventId,
  };
}
