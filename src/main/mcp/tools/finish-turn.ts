import { z } from "zod";
import { isToMove, opponentOf, outcomeIn, seatedAt } from "../../tables/machine/table.ts";
import { lastMoveLine, waitingLine } from "../describe-game.ts";
import { gameAnswer } from "../game-answer.ts";
import { nextFor } from "../next-action.ts";
import { gameOutput } from "../output.ts";
import { legalMovesFor } from "../position-text.ts";
import { type Player, playerAt } from "../reader.ts";
import { type SeatCall, seatTool } from "../seat-tool.ts";
import { refusalAnswer, type ToolAnswer } from "../tool.ts";
import { awaitTurn, turnAnswer } from "../turn.ts";
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
    .describe("The ply of the answer you reply to: makes it harmless to repeat a call whose answer was lost."),
  wait: z.boolean().default(false).describe("Also wait for the opponent's reply, as waitForNextTurn would."),
});

export const finishTurn = seatTool({
  name: "finishTurn",
  title: "Make your move",
  description:
    "Play your move, in your own turn and for your own seat. When it is accepted and the game goes on, call waitForNextTurn next " +
    "(or pass wait: true). An illegal move is refused with the reason and changes nothing: choose another one.",
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  input,
  output: gameOutput,
  ui: "shows-board",
  fromPastBoards: true,
  act: async ({ game_id, move, claim_win, claim_draw, ply, wait }, caller) => {
    const { call, seat, generation, pastPly } = caller;
    const request = { text: move, claimWin: claim_win, claimDraw: claim_draw, ply: pastPly ?? ply };
    const played = await call.tables.play(game_id, seat, request, generation);
    const agent = agentAcrossPerson(caller);
    if (!played.ok) return refusedMove(played, caller, agent);
    const { game, repeated, drawClaimed } = played.value;
    const { table } = game;
    if (repeated) caller.handing.isRepeat();
    const more = repeated ? { repeated: repeated.ply } : {};
    const accepted = repeated
      ? `Move accepted (it had been accepted before, as ply ${repeated.ply}; it was not played again).`
      : drawClaimed
        ? "Draw claimed."
        : "Move accepted.";
    const reader = agent ?? caller;
    if (!table.outcome && isToMove(table, reader.seat)) return turnAnswer(call, game, reader, accepted, more);
    if (!table.outcome && wait && !agent)
      return awaitTurn(call, game, caller, { seconds: call.waitSeconds(), opening: accepted, more });
    const head = table.outcome
      ? `${accepted} Game Over: ${outcomeIn(table)}.`
      : `${accepted} ${waitingLine(table, reader.seat)}`;
    const moved = agent && lastMoveLine(game, agent.seat);
    return gameAnswer(call, game, reader, {
      head: moved ? `${head} ${moved}` : head,
      position: table.outcome !== null,
      more,
    });
  },
});

async function refusedMove(
  refusal: Parameters<SeatCall["refused"]>[0],
  { call, game, seat, refused }: SeatCall,
  agent: Player | null,
): Promise<ToolAnswer> {
  if (agent) {
    const now = await call.tables.get(game.table.id);
    const { table } = now.ok ? now.value : game;
    return refusalAnswer(refusal, nextFor(table, agent.seat, agent.identity, "later"));
  }
  const answer = await refused(refusal);
  if (refusal.code !== "ILLEGAL_MOVE") return answer;
  const legal = legalMovesFor(game.table, seat, seatedAt(game.table, seat).view);
  return legal
    ? {
        ...answer,
        text: answer.text.replace("\n\n", `\n\n${legal.text}\n\n`),
        structured: { ...answer.structured, legal_moves: legal.field },
      }
    : answer;
}

/**
 * A person's move comes from the board in a chat. Whoever reads the answer there is the agent of the game, so it is
 * told to that seat: the position, and that it is to move.
 */
function agentAcrossPerson({ call, game, seat, by }: SeatCall): Player | null {
  const { table } = game;
  const across = opponentOf(table, seat);
  const isPersons = seatedAt(table, seat).kind === "human" && across.kind === "agent" && across.name !== null;
  return isPersons ? playerAt(call, game, { seat: across.seat, by }, undefined) : null;
}
