import { z } from "zod";
import { outcomeText, type Seat } from "../../../shared/games.ts";
import { rulesOf } from "../../games/rules/index.ts";
import { isToMove, opponentOf, seatedAt, type Table } from "../../games/table.ts";
import type { Sitting } from "../../tables/sitting.ts";
import { boardFor } from "../chat-board.ts";
import { describeGame, waitingLine } from "../describe-game.ts";
import { nextFor } from "../next-action.ts";
import { gameOutput } from "../output.ts";
import { type Call, refusalAnswer, type Tool, type ToolAnswer } from "../tool.ts";
import { awaitTurn, findSeat, identityOf, nextActionText, paragraphs, refusedTurn, turnAnswer } from "../turn.ts";
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

export const finishTurn: Tool<typeof input> = {
  name: "finishTurn",
  title: "Make your move",
  description:
    "Play your move. Only in your own turn and only for your own seat. When it is accepted and the game goes on, call waitForNextTurn next " +
    "(or pass wait: true). An illegal move is refused with the reason and changes nothing: choose another one.",
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  input,
  output: gameOutput,
  ui: "shows-board",
  run: async ({ game_id, move, claim_win, claim_draw, seat_token, ply, wait }, call) => {
    const place = findSeat(call, game_id, seat_token);
    if (!place.ok) return place.answer;
    const { sitting, seat, generation } = place;
    const identity = identityOf(call, sitting.table, seat, seat_token);
    const lastAct = sitting.lastActs.get(seat) ?? 0;
    const request = { text: move, claimWin: claim_win, claimDraw: claim_draw, ply };
    const played = await call.tables.play(game_id, seat, request, generation);
    const reader = agentAcrossPerson(sitting.table, seat);
    if (!played.ok) {
      if (reader)
        return refusalAnswer(
          played,
          nextFor(sitting.table, reader, identityOf(call, sitting.table, reader, undefined)),
        );
      const answer = refusedTurn(played, sitting, seat, identity);
      const legal = played.code === "ILLEGAL_MOVE" ? legalMovesLine(sitting.table, seat) : null;
      return legal ? { ...answer, text: answer.text.replace("\n\n", `\n\n${legal}\n\n`) } : answer;
    }
    const { table } = sitting;
    const accepted = played.value.repeated
      ? `Move accepted (it had been accepted before, as ply ${played.value.repeated.ply}; it was not played again).`
      : "Move accepted.";
    if (reader) return personMoved(call, sitting, reader, accepted);
    if (!table.outcome && isToMove(table, seat)) return turnAnswer(call, sitting, seat, identity, accepted);
    if (!table.outcome && wait) {
      return awaitTurn(call, sitting, seat, identity, call.waitSeconds(), accepted);
    }
    const described = describeGame(sitting, seat, identity, call.now(), lastAct);
    return {
      ...acceptedAnswer(sitting, seat, accepted, described),
      board: boardFor(sitting, call.authority, call.now()),
    };
  },
};

/**
 * A person's move comes from the board in a chat. Whoever reads the answer there is the agent of the game, so it is
 * told to that seat: the position, and that it is to move.
 */
function agentAcrossPerson(table: Table, seat: Seat): Seat | null {
  const across = opponentOf(table, seat);
  return seatedAt(table, seat).kind === "human" && across.kind === "agent" && across.name !== null ? across.seat : null;
}

function personMoved(call: Call, sitting: Sitting, reader: Seat, accepted: string): ToolAnswer {
  const { table } = sitting;
  const identity = identityOf(call, table, reader, undefined);
  if (isToMove(table, reader) && !table.outcome) return turnAnswer(call, sitting, reader, identity, accepted);
  return acceptedAnswer(sitting, reader, accepted, describeGame(sitting, reader, identity, call.now()));
}

function acceptedAnswer(sitting: Sitting, seat: Seat, accepted: string, described: ReturnType<typeof describeGame>) {
  const { table } = sitting;
  const { answer, position, talk } = described;
  const head = table.outcome
    ? `${accepted} Game Over: ${outcomeText(table.outcome)}.`
    : `${accepted} ${waitingLine(table, seat)}`;
  const own = answer.last_move && answer.last_move.by === seat ? `You played ${answer.last_move.san}.` : null;
  return {
    text: paragraphs(head, own, table.outcome ? position : null, talk, nextActionText(answer.next_action)),
    structured: { ...answer },
  };
}

function legalMovesLine(table: Table, seat: Seat): string | null {
  if (table.legalMoves === "hidden") return null;
  const moves = rulesOf(table.kind).legalMoves(table.state, seat);
  return moves.length > 0 ? `Legal moves: ${moves.join(" ")}` : null;
}
