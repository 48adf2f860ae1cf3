import type { z } from "zod";
import type { Score } from "../../../games/report.ts";
import { accept, invalid, mapResult, type Result } from "../../../shared/result.ts";
import { whole } from "../../../shared/schemas.ts";
import type { Seat } from "../../../shared/terms.ts";
import type { LiveGame } from "../../games/live-game.ts";
import { mayAnalyse } from "../../games/machine/rights.ts";
import { answerFrom, type Content, listGamesNext, nextFor, refusalAnswer } from "../answers/answer.ts";
import { type FoundSeat, findSeat, identityOf } from "../answers/reader.ts";
import type { Call } from "./call.ts";
import type {} from "./fields.ts";
import { defineTool, type SeatInput, type Tool } from "./tool.ts";

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
}

/** An answer but for its next action. */
type Findings = Pick<Content, "paragraphs" | "fields">;

type AnalysisInput = SeatInput & z.ZodType<{ readonly ply?: number | undefined }>;

interface AnalysisTool<Input extends AnalysisInput> extends Omit<Tool<Input>, "run" | "readOnly" | "toolsets"> {
  readonly act: (args: z.infer<Input>, about: AnalysisCall) => Promise<Result<Findings>> | Result<Findings>;
}

/** Defines a tool that tells more of a position than the board: nothing secret, to callers that may know it. */
export function analysisTool<Input extends AnalysisInput>({ act, ...tool }: AnalysisTool<Input>) {
  return defineTool({
    ...tool,
    toolsets: ["analysis"],
    readOnly: true,
    run: async (args, call) => {
      const { game_id, seat_token, ply: requestedPly } = args;
      const search = await findSeat(call, game_id, seat_token, true);
      if (!search.ok) return refusalAnswer(search, listGamesNext());
      const { game } = search.value;
      const { state, moves } = game;
      const lookingOn = { identity: { game_id }, waits: false };
      const asker = askerOf(search.value, call, seat_token);
      if (!asker.ok) return refusalAnswer(asker, nextFor(state, null, lookingOn, "later"));
      const seat = asker.value;
      const identity = seat === null ? { game_id } : identityOf(call, game, seat, seat_token);
      const next = nextFor(state, seat, { identity, waits: true }, "later");
      const may = mayAnalyse(state, seat);
      if (!may.ok) return refusalAnswer(may, next);
      const ply = requestedPly ?? moves.length;
      if (ply > moves.length)
        return refusalAnswer(invalid(`The game has ${moves.length} plies: ply is from 0 to that`), next);
      const content = await act(args, {
        call,
        game,
        asker: { seat, byToken: seat_token !== undefined },
        ply,
        state: call.analysis.replays.stateAt(game, ply),
      });
      if (!content.ok) return refusalAnswer(content, next);
      return answerFrom({ message: "", ...content.value, next });
    },
  });
}

/** The caller's seat, null for a spectator. Refuses a holder who does not show its seat: it must not pass for one. */
function askerOf({ game: { state }, holding }: FoundSeat, { authority, credentials }: Call, token: string | undefined) {
  if (holding.ok) return accept(holding.value.seat);
  if (state.outcome && token === undefined) return accept(null);
  return mapResult(authority.ownSeat(state, credentials(token)), () => null);
}

/** `+0.35`, `−1.20`, `mate in 3`, `mated in 3`, and `mate` or `mated` where it stands on the board: from the first seat's side. */
export function scoreText({ kind, value }: Score, over: boolean): string {
  if (kind === "mate" && over) return value > 0 ? "mate" : "mated";
  if (kind === "mate") return value > 0 ? `mate in ${value}` : `mated in ${-value}`;
  const pawns = (Math.abs(value) / 100).toFixed(2);
  return `${value < 0 ? "−" : "+"}${pawns}`;
}
