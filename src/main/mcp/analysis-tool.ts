import type { z } from "zod";
import { invalid, type Refusal } from "../../shared/result.ts";
import { whole } from "../../shared/schemas.ts";
import type { Seat } from "../../shared/terms.ts";
import type { LiveGame } from "../games/live-game.ts";
import { mayAnalyse } from "../views/analysis.ts";
import type { Call } from "./call.ts";
import { type FoundSeat, findSeat } from "./find-seat.ts";
import { listGamesNext, nextActionText, nextFor, servedOf } from "./next-action.ts";
import type { NextAction } from "./output.ts";
import { identityOf } from "./reader.ts";
import { refusalAnswer, type Tool, type ToolAnswer } from "./tool.ts";
import { gameId, seatToken } from "./tools/arguments.ts";

/** Arguments of every analysis tool. */
export const aboutGame = { game_id: gameId, seat_token: seatToken };
export const atPly = {
  ply: whole(0, 100_000).optional().describe("The position after so many moves, 0 for the start. Default: the newest."),
};

/** A call about a game that the caller may have analysed. */
export interface AnalysisCall {
  readonly call: Call;
  readonly game: LiveGame;
  /** The caller's seat, null for a spectator, and whether it showed its token. */
  readonly asker: { readonly seat: Seat | null; readonly byToken: boolean };
  /** The requested ply, or the newest. */
  readonly ply: number;
  /** The game's own state at that ply. */
  readonly state: unknown;
  readonly next: NextAction;
  /** The same in words, which say so where the game goes on and the caller has no tool to play or follow it. */
  readonly nextText: string;
  readonly refused: (refusal: Refusal) => ToolAnswer;
}

type AnalysisInput = z.ZodObject &
  z.ZodType<{
    readonly game_id: string;
    readonly seat_token?: string | undefined;
    readonly ply?: number | undefined;
  }>;

interface AnalysisTool<Input extends AnalysisInput> extends Omit<Tool<Input>, "run" | "annotations" | "toolsets"> {
  readonly act: (args: z.infer<Input>, about: AnalysisCall) => Promise<ToolAnswer> | ToolAnswer;
}

/**
 * A tool that tells more about a position than the board does: only to callers that may know it, and nothing secret.
 */
export function analysisTool<Input extends AnalysisInput>({ act, ...tool }: AnalysisTool<Input>): Tool<Input> {
  return {
    ...tool,
    toolsets: ["analysis"],
    annotations: { readOnlyHint: true, destructiveHint: false, openWorldHint: false },
    run: async (args, call) => {
      const { game_id, seat_token, ply: asked } = args;
      const found = await findSeat(call, game_id, seat_token, true);
      if (!found.ok) return refusalAnswer(found, servedOf(listGamesNext(), call.tools));
      const { game } = found.value;
      const { state, moves } = game;
      const asker = askerOf(found.value, call, seat_token);
      if (!asker.ok) return refusalAnswer(asker, servedOf(nextFor(state, null, { game_id }, "later"), call.tools));
      const { seat } = asker;
      const identity = seat === null ? { game_id } : identityOf(call, game, seat, seat_token);
      const next = servedOf(nextFor(state, seat, identity, "later"), call.tools);
      const end = state.outcome ? undefined : "The game goes on.";
      const refused = (refusal: Refusal) => refusalAnswer(refusal, next);
      const may = mayAnalyse(state, seat);
      if (!may.ok) return refused(may);
      const ply = asked ?? moves.length;
      if (ply > moves.length) return refused(invalid(`The game has ${moves.length} plies: ply is from 0 to that`));
      return act(args, {
        call,
        game,
        asker: { seat, byToken: seat_token !== undefined },
        ply,
        state: call.analysis.replays.stateAt(game, ply),
        next,
        nextText: nextActionText(next, end),
        refused,
      });
    },
  };
}

/**
 * The seat that a caller holds, null for a spectator. A caller that holds one and does not show which, or shows an
 * invalid token, is refused: a player must not pass for a spectator.
 */
function askerOf(
  { game: { state }, held }: FoundSeat,
  { authority, credentials }: Pick<Call, "authority" | "credentials">,
  token: string | undefined,
): { ok: true; seat: Seat | null } | Refusal {
  if (held.ok) return { ok: true, seat: held.value.seat };
  if (state.outcome && token === undefined) return { ok: true, seat: null };
  const own = authority.ownSeat(state, credentials(token));
  return own.ok ? { ok: true, seat: null } : own;
}
