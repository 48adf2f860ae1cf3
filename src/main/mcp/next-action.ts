import { gameOf } from "../../games/register.ts";
import type { Seat } from "../../shared/terms.ts";
import { isToMove, openSeat, opponentOf, type Table } from "../tables/machine/table.ts";
import type { NextAction } from "./output.ts";

/** Identifies the caller in the next call, when the call alone would not. */
export interface Identity {
  readonly game_id: string;
  readonly seat_token?: string;
}

/** How much an answer explains: everything to who is new at the table, little to who has moved before. */
export type Detail = "first" | "later";

const call = (tool: string, args: Record<string, unknown>, text?: string): NextAction => ({
  tool,
  arguments: args,
  ...(text === undefined ? {} : { text }),
});

/** Against a player that answers at once, one call is enough for a move and its reply. */
export function finishTurnNext(table: Table, seat: Seat, identity: Identity, detail: Detail): NextAction {
  const { moveForm } = gameOf(table.kind).words;
  const wait = opponentOf(table, seat).driven ? { wait: true } : {};
  return call(
    "finishTurn",
    { ...identity, ply: table.ply, move: "<your move>", ...wait },
    detail === "first" ? `Choose a move yourself, ${moveForm}` : undefined,
  );
}

export const waitNext = (identity: Identity, detail: Detail = "later"): NextAction =>
  call(
    "waitForNextTurn",
    { ...identity },
    detail === "first" ? "Wait for your turn (a time-out is normal: call again)" : "Wait for your turn",
  );

/** @param text what for, where it is not plain from the tool */
export const askNext = (identity: Identity, text = "Ask your person for the move"): NextAction =>
  call("askPerson", { ...identity }, text);

/** How to go on for whoever has missed what happened: by what answers at once where it is its turn, with the position. */
export const catchUpNext = (identity: Identity): NextAction =>
  call("waitForNextTurn", { ...identity }, "See how the game stands");

/** How to go on after what is refused now and may not be in a moment. */
export const inFiveSeconds = (next: NextAction): NextAction =>
  next && { ...next, text: "Wait five seconds, then call again" };

/** How to go on after a wait that ended because the host closes. */
export const onceRestarted = (next: NextAction): NextAction =>
  next && { ...next, text: `Kibitz is being restarted; nothing is lost. ${next.text}` };

/** @param token absent where the caller's connection shows which entrant it is */
export const waitForMatchNext = (leagueId: string, token: string | undefined): NextAction =>
  call(
    "waitForNextMatch",
    { league_id: leagueId, ...(token === undefined ? {} : { entrant_token: token }) },
    "Wait for your next match",
  );

/** The next action where it is a tool that the caller has; else null. */
export const servedOf = (next: NextAction, tools: ReadonlySet<string>): NextAction =>
  next && tools.has(next.tool) ? next : null;

export const listLeaguesNext = (): NextAction => call("listLeagues", {}, "See which leagues there are");

export const listGamesNext = (): NextAction => call("listGames", { status: "all" }, "See which games there are");

export const myGamesNext = {
  tool: "myGames",
  arguments: {},
  text: "See which games are yours",
} as const satisfies NextAction;

/** `shown`: by what the caller is let in. */
export const joinNext = (gameId: string, shown: Readonly<Record<string, string>> = {}): NextAction =>
  call("joinGame", { game_id: gameId, ...shown }, "Take the open seat");

export const watchNext = (gameId: string, ply?: number, text = "Look on"): NextAction =>
  call("watchGame", { game_id: gameId, ...(ply === undefined ? {} : { after_ply: ply }) }, text);

/** The same where a seat is held over the caller's connection: by itself, or by another conversation. */
export const watchOrPlayNext = (gameId: string, ply: number): NextAction =>
  watchNext(gameId, ply, "Look on; if a seat here is yours, call waitForNextTurn with its seat_token instead");

/** The step that brings the game forward for whoever sits in a seat; null when it is over. */
export function nextFor(table: Table, seat: Seat | null, identity: Identity, detail: Detail): NextAction {
  if (table.outcome) return null;
  // A seat that was freed is for whoever is given its new join code.
  if (seat === null) return openSeat(table)?.generation === 1 ? joinNext(table.id) : watchNext(table.id, table.ply);
  return isToMove(table, seat) ? finishTurnNext(table, seat, identity, detail) : waitNext(identity, detail);
}

/** Stands in place of the next action when the game has ended. */
const END = "No further actions needed.";

/** `**Next Action:** finishTurn {"game_id":"4821","ply":2,"move":"<your move>"}`, with what the call is for before it. */
export function nextActionText(next: NextAction, end = END): string {
  if (!next) return end;
  const purpose = next.text === undefined ? "" : `${next.text.replace(/[.:]$/, "")}: `;
  return `**Next Action:** ${purpose}${next.tool} ${JSON.stringify(next.arguments)}`;
}
