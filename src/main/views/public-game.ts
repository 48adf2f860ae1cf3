import { rulesOf } from "../games/rules/index.ts";
import type { Sitting } from "../tables/sitting.ts";
import { clockView } from "./clock-view.ts";
import { historyOf } from "./history.ts";
import { summary } from "./summary.ts";

/** A game with its moves and talk, as everybody may see it. */
export function publicGame(sitting: Sitting, now: number) {
  const { table, talk } = sitting;
  const view = rulesOf(table.kind).view(table.state, null);
  return {
    ...summary(table),
    ...(view.kind === "chess" ? { fen: view.fen, check: view.check } : { state: view }),
    start_fen: table.setup.fen ?? null,
    legal_moves_shown: table.legalMoves === "shown",
    illegal_moves: Object.fromEntries(table.seats.map(({ seat, illegal }) => [seat, illegal])),
    clock: clockView(table, now),
    draw_offer: table.drawOffer,
    history: historyOf(sitting, null),
    talk: talk.map(({ seat, message, at }) => ({ from: seat, message, at: new Date(at).toISOString() })),
    rematch_of: table.rematchOf,
    rematch: table.rematch,
    last_event_id: sitting.lastEventId,
  };
}
