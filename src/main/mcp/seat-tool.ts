import type { z } from "zod";
import type { Refusal } from "../../shared/result.ts";
import type { LiveGame } from "../games/live-game.ts";
import { seatedAt } from "../games/machine/game-state.ts";
import { refusalAnswer, type ToolAnswer } from "./answer.ts";
import { myGamesNext } from "./next-action.ts";
import { briefOutput } from "./output.ts";
import { findSeat, type Holder, playerAt } from "./reader.ts";
import { defineTool, type Tool } from "./tool.ts";
import { refusedTurn, seatlessAnswer } from "./turn-answers.ts";

/** A call for a seat whose holder is known. */
export interface SeatCall extends Holder {
  /** The game as it stood when the caller's seat was found. */
  readonly game: LiveGame;
  /** The generation of the holder: a command that names it is refused once the seat has another one. */
  readonly generation: number;
  /** The ply that a person's board shows where it is behind the game: no new move may come from it. Else null. */
  readonly pastPly: number | null;
  /** The answer to a refused command: the reason, and the next step in the current game. */
  readonly answerRefusal: (refusal: Refusal) => Promise<ToolAnswer>;
}

/** Arguments by which a caller says which seat it acts for. */
export type SeatInput = z.ZodObject & z.ZodType<{ readonly game_id: string; readonly seat_token?: string | undefined }>;

export interface SeatTool<Input extends SeatInput> extends Omit<Tool<Input>, "run" | "toolsets" | "output"> {
  /** By default that of a brief answer about the game. */
  readonly output?: Tool<Input>["output"];
  /** Whether a board that shows an earlier position may call: only to repeat what it did there. */
  readonly fromPastBoards?: boolean;
  readonly act: (args: z.infer<Input>, seat: SeatCall) => Promise<ToolAnswer>;
}

/** A tool that acts for the caller's seat. A caller without one is told how to get one, and nothing happens. */
export function seatTool<Input extends SeatInput>({ act, fromPastBoards, ...tool }: SeatTool<Input>) {
  return defineTool({
    output: briefOutput,
    ...tool,
    toolsets: ["play"],
    home: myGamesNext,
    run: async (args, call) => {
      const { game_id, seat_token } = args;
      const search = await findSeat(call, game_id, seat_token);
      if (!search.ok) return refusalAnswer(search, myGamesNext);
      const { game, holding: own } = search.value;
      const { state } = game;
      const past = fromPastBoards && seat_token ? call.authority.pastBoard(state, seat_token) : null;
      if (!own.ok && !past) return seatlessAnswer(own, call, state, seat_token);
      const player = playerAt(call, game, own.ok ? own.value : { seat: past?.seat ?? "", by: "board" }, seat_token);
      if (seat_token !== undefined) call.shownTokens.note(call.connection, { gameId: game_id, token: seat_token });
      const { generation } = seatedAt(state, player.seat);
      const answerRefusal = async (refusal: Refusal) => {
        const now = await call.games.get(game_id);
        return refusedTurn(refusal, now.ok ? now.value : game, player);
      };
      const noteAnswer = call.seatCalls.noteWait(state, player.seat, call.run !== null);
      try {
        const pastPly = own.ok ? null : (past?.ply ?? null);
        return await act(args, { ...player, game, generation, answerRefusal, pastPly });
      } finally {
        const event = (call.games.inMemory(game_id) ?? game).lastEventId;
        // A client that has gone away fetches no result, and its holder hears of nothing.
        if (call.run) call.run.whenFetched((isFetched) => noteAnswer(isFetched ? event : 0));
        else noteAnswer(event);
      }
    },
  });
}
