import type { z } from "zod";
import type { Refusal } from "../../shared/result.ts";
import type { LiveGame } from "../tables/live-game.ts";
import { seatedAt } from "../tables/machine/table.ts";
import { listGamesNext } from "./next-action.ts";
import { type Call, refusalAnswer, type Tool, type ToolAnswer } from "./tool.ts";
import { identityOf, type Reader, refusedTurn, seatlessAnswer } from "./turn.ts";

/** A call for a seat: whose it is has been found out. */
export interface SeatCall extends Reader {
  readonly call: Call;
  /** The game as it stood when the caller's seat was found. */
  readonly game: LiveGame;
  /** Of the seat's holder, the caller: a command that names it is refused once the seat has another. */
  readonly generation: number;
  /** The answer to a refused command: why, and what to do as the game stands now. */
  readonly refused: (refusal: Refusal) => Promise<ToolAnswer>;
}

/** Arguments by which a caller says which seat it acts for. */
export type SeatInput = z.ZodObject & z.ZodType<{ readonly game_id: string; readonly seat_token?: string | undefined }>;

export interface SeatTool<Input extends SeatInput> extends Omit<Tool<Input>, "run"> {
  readonly act: (args: z.infer<Input>, seat: SeatCall) => Promise<ToolAnswer>;
}

/** A tool that acts for the caller's seat. Who has none is told how to get one, and nothing happens. */
export function seatTool<Input extends SeatInput>({ act, ...tool }: SeatTool<Input>): Tool<Input> {
  return {
    ...tool,
    run: async (args, call) => {
      const { game_id, seat_token } = args;
      const found = await call.tables.get(game_id);
      if (!found.ok) return refusalAnswer(found, listGamesNext());
      const game = found.value;
      const held = call.authority.seatOf(game.table, call.credentials(seat_token));
      if (!held.ok) return seatlessAnswer(held, call, game.table, seat_token);
      const { seat } = held.value;
      const identity = identityOf(call, game.table, seat, seat_token);
      const { generation } = seatedAt(game.table, seat);
      const refused = async (refusal: Refusal) => {
        const now = await call.tables.get(game_id);
        return refusedTurn(refusal, now.ok ? now.value : game, seat, identity);
      };
      return act(args, { call, game, seat, generation, identity, refused });
    },
  };
}
