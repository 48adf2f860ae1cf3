import type { Refusal } from "../../shared/result.ts";
import { type Seat, seatTitle } from "../../shared/terms.ts";
import { seatFreed } from "../tables/authority.ts";
import type { LiveGame } from "../tables/live-game.ts";
import { isToMove, openSeat, opponentOf, outcomeIn, seatedAt, type Table } from "../tables/machine/table.ts";
import { describeGame, kindTitle, opponentMoved, waitingLine } from "./describe-game.ts";
import { finishTurnNext, type Identity, inWords, joinNext, waitNext, watchNext } from "./next-action.ts";
import type { NextAction } from "./output.ts";
import { type Call, refusalAnswer, type ToolAnswer } from "./tool.ts";

const PROGRESS_MS = 5_000;

/** What the next call needs besides the game's id: the token, unless the call would find its seat without it. */
export function identityOf(call: Call, table: Table, seat: Seat, given: string | undefined): Identity {
  const seated = seatedAt(table, seat);
  // A model may read the answer to a move that a person made in the chat.
  if (seated.kind === "human") return { game_id: table.id };
  const known = call.authority.seatOf(table, call.credentials(undefined));
  const token = given ?? (known.ok && known.value.seat === seat ? null : call.authority.tokenOf(table, seated));
  return token === null ? { game_id: table.id } : { game_id: table.id, seat_token: token };
}

/**
 * The answer to a caller that has no seat: how to get one, or to look on. Whoever was freed from one is not led back:
 * for that conversation the game is over.
 */
export function seatlessAnswer(refusal: Refusal, call: Call, table: Table, token: string | undefined): ToolAnswer {
  if (call.authority.wasFreed(table, call.credentials(token))) return partedAnswer(refusal);
  const open = openSeat(table);
  const holdsOther = table.seats.some(({ connection }) => connection !== null && connection === call.connection);
  // A seat that was freed is for whoever is given its new join code.
  const mayJoin = open?.generation === 1 && !holdsOther && token === undefined;
  return refusalAnswer(refusal, mayJoin ? joinNext(table.id) : watchNext(table.id));
}

/** The last answer to whoever a person has freed from its seat. */
export const partedAnswer = (refusal: Refusal): ToolAnswer =>
  refusalAnswer(
    refusal,
    null,
    "Your part in this game has ended. Make no further calls for it, and tell the person so.",
  );

/** What to do after a refused command, as the game stands now. */
export function refusedTurn(refusal: Refusal, { table }: LiveGame, seat: Seat, identity: Identity): ToolAnswer {
  switch (refusal.code) {
    case "GAME_OVER":
      return refusalAnswer(refusal, null);
    case "SEAT_REQUIRED":
      return partedAnswer(refusal);
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

/** Whose eyes an answer is for, and what they need to go on. */
export interface Reader {
  readonly seat: Seat;
  readonly identity: Identity;
}

/** The answer when it is the caller's turn, or the game is over. */
export function turnAnswer(call: Call, game: LiveGame, { seat, identity }: Reader, opening: string | null): ToolAnswer {
  const { answer, position, talk } = describeGame(game, seat, identity, call.now());
  const head = game.table.outcome ? `Game Over: ${outcomeIn(game.table)}.` : "It is your turn.";
  const moved = opponentMoved(game, seat);
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

/** Waits for something, and tells a caller that asked for it how long it has been. */
export async function whileWaiting<T>(
  { progress, now }: Call,
  seconds: number,
  waitingFor: string,
  wait: () => Promise<T>,
): Promise<T> {
  const started = now();
  const timer = progress
    ? setInterval(() => progress(Math.round((now() - started) / 1000), seconds, waitingFor), PROGRESS_MS)
    : null;
  return wait().finally(() => {
    if (timer) clearInterval(timer);
  });
}

/** Waits for the caller's turn and answers with what it finds: the turn, the end of the game, or a time-out. */
export async function awaitTurn(
  call: Call,
  before: LiveGame,
  reader: Reader,
  seconds: number,
  opening: string | null,
): Promise<ToolAnswer> {
  const { seat, identity } = reader;
  const { id } = before.table;
  const { generation } = seatedAt(before.table, seat);
  const waitingFor = waitingLine(before.table, seat);
  const ended = await whileWaiting(call, seconds, waitingFor, () =>
    call.tables.waitForTurn(id, seat, seconds * 1000, call.signal, call.connection),
  );
  if (!ended.ok) return refusalAnswer(ended, waitNext(identity));
  const { end, game } = ended.value;
  if (seatedAt(game.table, seat).generation !== generation) return partedAnswer(seatFreed(id));
  if (game.table.outcome || isToMove(game.table, seat)) return turnAnswer(call, game, reader, opening);
  return end === "changed" ? offerAnswer(call, game, reader, opening) : timeoutAnswer(call, game, reader, opening);
}

/** The answer when the opponent offers something while it is not the caller's turn. */
function offerAnswer(call: Call, game: LiveGame, { seat, identity }: Reader, opening: string | null): ToolAnswer {
  const { answer, talk } = describeGame(game, seat, identity, call.now());
  const opponent = opponentOf(game.table, seat);
  const [tool, what] = game.table.drawOffer
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

function timeoutAnswer(call: Call, game: LiveGame, { seat, identity }: Reader, opening: string | null): ToolAnswer {
  const { table } = game;
  const { answer, talk } = describeGame(game, seat, identity, call.now());
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
