import { gameOf } from "../../games/register.ts";
import type { Seat } from "../../shared/terms.ts";
import { isToMove, type Table } from "../tables/machine/table.ts";
import type { NextAction } from "./output.ts";

/** What identifies the caller in the next call, when the call alone would not. */
export interface Identity {
  readonly game_id: string;
  readonly seat_token?: string;
}

const call = (tool: string, args: Record<string, unknown>, text: string): NextAction => ({
  tool,
  arguments: args,
  text,
});
/** The arguments that identify the caller, as they stand in a sentence. */
export const inWords = ({ game_id, seat_token }: Identity) =>
  `game_id “${game_id}”${seat_token ? ` and seat_token “${seat_token}”` : ""}`;

export function finishTurnNext({ kind }: Table, identity: Identity): NextAction {
  const { moveForm } = gameOf(kind).words;
  return call(
    "finishTurn",
    { ...identity, move: `<${moveForm}>` },
    `Choose a move and call \`finishTurn\` with ${inWords(identity)} and move: ${moveForm}.`,
  );
}

export const waitNext = (identity: Identity): NextAction =>
  call("waitForNextTurn", { ...identity }, `Call \`waitForNextTurn\` with ${inWords(identity)} now.`);

export const listGamesNext = (): NextAction =>
  call("listGames", { status: "all" }, "Call `listGames` to see which games there are.");

export const joinNext = (gameId: string): NextAction =>
  call("joinGame", { game_id: gameId }, `Call \`joinGame\` with game_id “${gameId}” to take the open seat.`);

export const watchNext = (gameId: string, ply?: number): NextAction =>
  call(
    "watchGame",
    { game_id: gameId, ...(ply === undefined ? {} : { after_ply: ply }) },
    `Call \`watchGame\` with game_id “${gameId}”${ply === undefined ? "" : ` and after_ply ${ply}`} to look on.`,
  );

/** The step that brings the game forward for whoever sits in a seat; null when it is over. */
export function nextFor(table: Table, seat: Seat | null, identity: Identity): NextAction {
  if (table.outcome) return null;
  if (seat === null) return watchNext(table.id, table.ply);
  return isToMove(table, seat) ? finishTurnNext(table, identity) : waitNext(identity);
}
