import type { GameDetail } from "../../shared/api.ts";
import type { LoggedEvent } from "../../shared/events.ts";
import { rulesOf } from "../games/rules/index.ts";
import { isToMove, type Table } from "../games/table.ts";
import type { Sitting } from "../tables/sitting.ts";
import { gameCard } from "./card.ts";
import { historyOf } from "./history.ts";
import { joinPrompt } from "./join-prompt.ts";
import { openingOf } from "./opening.ts";
import { publicEvent } from "./public-event.ts";

/** A game in full, for the person's pages. */
export function gameDetail(sitting: Sitting, log: readonly LoggedEvent[], now: number): GameDetail {
  const { table, talk } = sitting;
  const mover = table.seats.find(({ kind, seat }) => kind === "human" && isToMove(table, seat));
  const open = table.outcome ? [] : table.seats.filter(({ name }) => name === null);
  const card = gameCard(table, now);
  // One person sees what that seat sees; two at one page would see each other's secrets.
  const eyes = card.person_seats.length === 1 ? (card.person_seats[0] ?? null) : null;
  return {
    ...card,
    view: rulesOf(table.kind).view(table.state, eyes),
    start_fen: table.setup.fen ?? null,
    legal_moves_shown: table.legalMoves === "shown",
    illegal_moves: Object.fromEntries(table.seats.map(({ seat, illegal }) => [seat, illegal])),
    draw_offer: table.drawOffer,
    takeback_offer: table.takebackOffer,
    history: historyOf(sitting, eyes),
    talk: talk.map(({ seat, message, at }) => ({ from: seat, message, at: new Date(at).toISOString() })),
    log: log.map(({ id, at, event }) => ({ id, at, event: publicEvent(event, table) })),
    legal_moves: mover ? rulesOf(table.kind).legalMoves(table.state, mover.seat) : [],
    opening: openingOf(sitting),
    analysis: analysisOf(table),
    join_prompts: Object.fromEntries(open.map(({ seat }) => [seat, joinPrompt(table.id)])),
    rematch_of: table.rematchOf,
    rematch: table.rematch,
    last_event_id: sitting.lastEventId,
  };
}

/** Whether an evaluation may be shown: not while somebody plays who could peep, unless it was switched on. */
export function analysisOf(table: Table): GameDetail["analysis"] {
  if (table.outcome || table.seats.every(({ kind }) => kind === "computer")) return "allowed";
  return table.analysis ? "switched_on" : "off";
}
