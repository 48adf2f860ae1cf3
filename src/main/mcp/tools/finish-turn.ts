import { z } from "zod";
import type { Seat } from "../../../shared/terms.ts";
import type { LiveGame } from "../../tables/live-game.ts";
import { isToMove, opponentOf, outcomeIn, rulesOf, seatedAt, type Table } from "../../tables/machine/table.ts";
import { boardFor } from "../chat-board.ts";
import { describeGame, waitingLine } from "../describe-game.ts";
import { nextFor } from "../next-action.ts";
import { gameOutput } from "../output.ts";
import { type SeatCall, seatTool } from "../seat-tool.ts";
import { refusalAnswer, type ToolAnswer } from "../tool.ts";
import { awaitTurn, identityOf, nextActionText, paragraphs, type Reader, turnAnswer } from "../turn.ts";
import { gameId, seatToken } from "./arguments.ts";

const input = z.strictObject({
  game_id: gameId,
  move: z
    .string()
    .min(1)
    .max(200)
    .describe("Chess: UCI (e2e4, a7a8q) or SAN (Nf3, O-O). Tic-tac-toe: a cell a1–c3 (row 1 on top). Odd-even: 1–5."),
  claim_win: z
    .boolean()
    .default(false)
    .describe("Asserts that this move wins the game (checkmate). Rejected without being played if it does not."),
  claim_draw: z
    .boolean()
    .default(false)
    .describe("Claims a draw by threefold repetition or the fifty-move rule with this move. Verified the same way."),
  seat_token: seatToken,
  ply: z
    .number()
    .int()
    .min(0)
    .max(100_000)
    .optional()
    .describe("The ply from the answer you are replying to. Makes it harmless to repeat a call whose answer was lost."),
  wait: z.boolean().default(false).describe("Also wait for the opponent's reply, as waitForNextTurn would."),
});

export const finishTurn = seatTool({
  name: "finishTurn",
  title: "Make your move",
  description:
    "Play your move. Only in your own turn and only for your own seat. When it is accepted and the game goes on, call waitForNextTurn next " +
    "(or pass wait: true). An illegal move is refused with the reason and changes nothing: choose another one.",
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  input,
  output: gameOutput,
  ui: "shows-board",
  act: async ({ game_id, move, claim_win, claim_draw, ply, wait }, caller) => {
    const { call, game: before, seat, generation, identity } = caller;
    const request = { text: move, claimWin: claim_win, claimDraw: claim_draw, ply };
    const played = await call.tables.play(game_id, seat, request, generation);
    const across = agentAcrossPerson(before.table, seat);
    const reader =
      across === null ? null : { seat: across, identity: identityOf(call, before.table, across, undefined) };
    if (!played.ok) return refusedMove(played, caller, reader);
    const { game, repeated } = played.value;
    const { table } = game;
    const accepted = repeated
      ? `Move accepted (it had been accepted before, as ply ${repeated.ply}; it was not played again).`
      : "Move accepted.";
    if (reader) return personMoved(caller, game, reader, accepted);
    if (!table.outcome && isToMove(table, seat)) return turnAnswer(call, game, { seat, identity }, accepted);
    if (!table.outcome && wait) return awaitTurn(call, game, { seat, identity }, call.waitSeconds(), accepted);
    const described = describeGame(game, seat, identity, call.now(), before.lastActs[seat] ?? 0);
    return {
      ...acceptedAnswer(game, seat, accepted, described),
      board: boardFor(game, call.authority, call.now()),
    };
  },
});

async function refusedMove(
  refusal: Parameters<SeatCall["refused"]>[0],
  { call, game, seat, refused }: SeatCall,
  reader: Reader | null,
): Promise<ToolAnswer> {
  if (reader) {
    const now = await call.tables.get(game.table.id);
    return refusalAnswer(refusal, nextFor(now.ok ? now.value.table : game.table, reader.seat, reader.identity));
  }
  const answer = await refused(refusal);
  const legal = refusal.code === "ILLEGAL_MOVE" ? legalMovesLine(game.table, seat) : null;
  return legal ? { ...answer, text: answer.text.replace("\n\n", `\n\n${legal}\n\n`) } : answer;
}

/**
 * A person's move comes from the board in a chat. Whoever reads the answer there is the agent of the game, so it is
 * told to that seat: the position, and that it is to move.
 */
function agentAcrossPerson(table: Table, seat: Seat): Seat | null {
  const across = opponentOf(table, seat);
  return seatedAt(table, seat).kind === "human" && across.kind === "agent" && across.name !== null ? across.seat : null;
}

function personMoved({ call }: SeatCall, game: LiveGame, reader: Reader, accepted: string): ToolAnswer {
  const { table } = game;
  if (isToMove(table, reader.seat) && !table.outcome) return turnAnswer(call, game, reader, accepted);
  const described = describeGame(game, reader.seat, reader.identity, call.now());
  return acceptedAnswer(game, reader.seat, accepted, described);
}

function acceptedAnswer(
  { table }: LiveGame,
  seat: Seat,
  accepted: string,
  { answer, position, talk }: ReturnType<typeof describeGame>,
): ToolAnswer {
  const head = table.outcome
    ? `${accepted} Game Over: ${outcomeIn(table)}.`
    : `${accepted} ${waitingLine(table, seat)}`;
  const own = answer.last_move && answer.last_move.by === seat ? `You played ${answer.last_move.san}.` : null;
  return {
    text: paragraphs(head, own, table.outcome ? position : null, talk, nextActionText(answer.next_action)),
    structured: { ...answer },
  };
}

function legalMovesLine(table: Table, seat: Seat): string | null {
  if (table.legalMoves === "hidden") return null;
  const moves = rulesOf(table).legalMoves(table.state, seat);
  return moves.length > 0 ? `Legal moves: ${moves.join(" ")}` : null;
}
