import { outcomeText, type Seat, seatTitle } from "../../shared/games.ts";
import type { Refusal, Result } from "../../shared/result.ts";
import { isToMove, opponentOf, seatedAt, type Table } from "../games/table.ts";
import type { Sitting } from "../tables/sitting.ts";
import { seatFreed } from "../tables/tables.ts";
import { describeGame, kindTitle, opponentMoved, waitingLine } from "./describe-game.ts";
import { finishTurnNext, type Identity, inWords, joinNext, listGamesNext, waitNext, watchNext } from "./next-action.ts";
import type { NextAction } from "./output.ts";
import { type Call, refusalAnswer, type ToolAnswer } from "./tool.ts";

const PROGRESS_MS = 5_000;

/** What the next call needs besides the game's id: the token, unless the call would find its seat without it. */
export function identityOf(call: Call, table: Table, seat: Seat, given: string | undefined): Identity {
  const seated = seatedAt(table, seat);
  // A model may read the answer to a move that a person made in the chat.
  if (seated.kind === "human") return { game_id: table.id };
  const agents = table.seats.filter(({ kind }) => kind === "agent").length;
  const known =
    seated.kind === "agent" && (agents === 1 || (call.connection !== null && seated.connection === call.connection));
  const token = given ?? (known ? null : call.authority.tokenOf(table, seated));
  return token === null ? { game_id: table.id } : { game_id: table.id, seat_token: token };
}

/** The caller's seat. */
export interface Place {
  readonly ok: true;
  readonly sitting: Sitting;
  readonly seat: Seat;
  /** Of the seat's holder, the caller. */
  readonly generation: number;
}

/** Finds the game and the caller's seat in it, or says how to get one. */
export function findSeat(
  call: Call,
  gameId: string,
  token: string | undefined,
): Place | { readonly ok: false; readonly answer: ToolAnswer } {
  const found = call.tables.get(gameId);
  if (!found.ok) return { ok: false, answer: refusalAnswer(found, listGamesNext()) };
  const sitting = found.value;
  const seat = call.authority.seatOf(sitting.table, call.credentials(token));
  if (!seat.ok) return { ok: false, answer: refusalAnswer(seat, seatlessNext(sitting.table)) };
  return { ok: true, sitting, seat: seat.value, generation: seatedAt(sitting.table, seat.value).generation };
}

function seatlessNext(table: Table): NextAction {
  const open = table.seats.some(({ kind, name }) => kind === "agent" && name === null);
  return open && !table.outcome ? joinNext(table.id) : watchNext(table.id);
}

/** What to do after a refused command. */
export function refusedTurn(refusal: Refusal, sitting: Sitting, seat: Seat, identity: Identity): ToolAnswer {
  const { table } = sitting;
  switch (refusal.code) {
    case "GAME_OVER":
      return refusalAnswer(refusal, null);
    case "SEAT_REQUIRED":
      return refusalAnswer(refusal, seatlessNext(table));
    case "NOT_YOUR_TURN": {
      const opponent = opponentOf(table, seat);
      const message = `${refusal.message}. It is ${seatTitle(opponent.seat)}’s turn (${kindTitle(opponent)}); nothing was played`;
      return refusalAnswer({ ...refusal, message }, waitNext(identity));
    }
    case "ILLEGAL_MOVE":
    case "CLAIM_FAILED":
      return refusalAnswer(refusal, finishTurnNext(table, identity));
    default:
      return refusalAnswer(refusal, isToMove(table, seat) ? finishTurnNext(table, identity) : waitNext(identity));
  }
}

/** Joins paragraphs, leaving out empty ones. */
export const paragraphs = (...parts: readonly (string | null | undefined)[]): string =>
  parts.filter((part) => part !== null && part !== undefined && part !== "").join("\n\n");

export const nextActionText = (next: NextAction): string =>
  next ? `**Next Action:** ${next.text}` : "No further actions needed.";

/** The answer when it is the caller's turn, or the game is over. */
export function turnAnswer(
  call: Call,
  sitting: Sitting,
  seat: Seat,
  identity: Identity,
  opening: string | null,
): ToolAnswer {
  const { answer, position, talk } = describeGame(sitting, seat, identity, call.now());
  const { outcome } = sitting.table;
  const head = outcome ? `Game Over: ${outcomeText(outcome)}.` : "It is your turn.";
  const moved = opponentMoved(sitting, seat);
  return {
    text: paragraphs(
      [opening, moved, head].filter(Boolean).join(" "),
      position,
      talk,
      nextActionText(answer.next_action),
    ),
    structured: { ...answer },
  };
}

/** Waits for the caller's turn and answers with what it finds: the turn, the end of the game, or a time-out. */
export async function awaitTurn(
  call: Call,
  sitting: Sitting,
  seat: Seat,
  identity: Identity,
  seconds: number,
  opening: string | null,
): Promise<ToolAnswer> {
  const { id } = sitting.table;
  const { generation } = seatedAt(sitting.table, seat);
  const started = call.now();
  const waitingFor = waitingLine(sitting.table, seat);
  const timer = call.progress
    ? setInterval(() => call.progress?.(Math.round((call.now() - started) / 1000), seconds, waitingFor), PROGRESS_MS)
    : null;
  let ended: Result<"changed" | "timeout" | "cancelled">;
  try {
    ended = await call.tables.waitForTurn(id, seat, seconds * 1000, call.signal);
  } finally {
    if (timer) clearInterval(timer);
  }
  if (!ended.ok) return refusalAnswer(ended, waitNext(identity));
  const { table } = sitting;
  if (seatedAt(table, seat).generation !== generation) return refusalAnswer(seatFreed(id), seatlessNext(table));
  if (table.outcome || isToMove(table, seat)) return turnAnswer(call, sitting, seat, identity, opening);
  if (ended.value === "changed") return offerAnswer(call, sitting, seat, identity, opening);
  return timeoutAnswer(call, sitting, seat, identity, opening);
}

/** The answer when the opponent offers something while it is not the caller's turn. */
function offerAnswer(call: Call, sitting: Sitting, seat: Seat, identity: Identity, opening: string | null): ToolAnswer {
  const { answer, talk } = describeGame(sitting, seat, identity, call.now());
  const { drawOffer } = sitting.table;
  const opponent = opponentOf(sitting.table, seat);
  const [tool, what] = drawOffer
    ? ["offerDraw", "offers a draw"]
    : ["answerTakeback", "asks to take its last move back"];
  const next: NextAction = {
    tool,
    arguments: { ...identity, answer: "<accept or decline>" },
    text: `Call \`${tool}\` with ${inWords(identity)} and answer accept or decline; or leave it open and call \`waitForNextTurn\` with ${inWords(identity)}.`,
  };
  const head = `${seatTitle(opponent.seat)} (${kindTitle(opponent)}) ${what}. It is not your turn.`;
  return {
    text: paragraphs(opening, head, talk, nextActionText(next)),
    structured: { ...answer, next_action: next },
  };
}

function timeoutAnswer(
  call: Call,
  sitting: Sitting,
  seat: Seat,
  identity: Identity,
  opening: string | null,
): ToolAnswer {
  const { answer, talk } = describeGame(sitting, seat, identity, call.now());
  const { table } = sitting;
  const since = Math.round((call.now() - table.turnSince) / 1000);
  const opponent = opponentOf(table, seat);
  const patience =
    opponent.name === null
      ? `Nobody has taken the ${seatTitle(opponent.seat)} seat yet. A person can copy the join prompt from the Kibitz dashboard (${call.boardUrl(table.id)}) into a second assistant.`
      : `This is normal: ${seatTitle(opponent.seat)} (${kindTitle(opponent)}) has been to move for ${since} s, and the game goes on.`;
  return {
    text: paragraphs(
      opening && `${opening} ${waitingLine(table, seat)}`,
      "Timeout: No move received yet. Please call this tool again immediately.",
      patience,
      talk,
      nextActionText(answer.next_action),
    ),
    structured: { ...answer, status: "timeout" },
  };
}
