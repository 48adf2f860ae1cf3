import { z } from "zod";
import { seatTitle } from "../../../shared/terms.ts";
import type { LiveGame } from "../../tables/live-game.ts";
import { isToMove, opponentOf } from "../../tables/machine/table.ts";
import type { Call } from "../call.ts";
import { paragraphs } from "../game-answer.ts";
import { listGamesNext, nextActionText } from "../next-action.ts";
import { type NextAction, seatListOutput } from "../output.ts";
import { identityOf } from "../reader.ts";
import { playerTitle } from "../titles.ts";
import type { Tool } from "../tool.ts";

const input = z.strictObject({});

/** Most games that are listed. */
const MOST = 50;

export const myGames: Tool<typeof input> = {
  name: "myGames",
  title: "Find your games again",
  description:
    "The unfinished games in which you hold a seat, and whose turn it is: where to go on after a lost context.",
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input,
  output: seatListOutput,
  run: async (_, call) => {
    const mine = await heldSeats(call);
    const shown = mine.slice(0, MOST);
    const games = shown.map(({ game: { table }, seat }) => ({
      game_id: table.id,
      game: table.kind,
      you: seat,
      your_turn: isToMove(table, seat),
      ply: table.ply,
      opponent: { kind: opponentOf(table, seat).kind, name: opponentOf(table, seat).name },
    }));
    const lines = shown.map(({ game: { table }, seat }) => {
      const whose = isToMove(table, seat) ? "your turn" : "waiting for the opponent";
      return `- ${table.id} (${table.kind}): you are ${seatTitle(seat)} against ${playerTitle(opponentOf(table, seat))}, ply ${table.ply}, ${whose}`;
    });
    const none =
      call.connection === null
        ? "This client has no connection by which its seats are known. Call getGame with the game_id and the seat_token that you were given."
        : "You hold no seat in an unfinished game.";
    const next = nextOf(call, shown);
    return {
      text: paragraphs(lines.length > 0 ? lines.join("\n") : none, nextActionText(next)),
      structured: { games, next_action: next },
    };
  },
};

interface HeldSeat {
  readonly game: LiveGame;
  readonly seat: string;
  /** The token by which it is known, where the connection alone does not tell. */
  readonly token: string | undefined;
}

/** By connection and by token, those first in which the caller is to move. */
async function heldSeats(call: Call): Promise<readonly HeldSeat[]> {
  const { connection, tables, authority, shownTokens } = call;
  if (connection === null) return [];
  const held = new Map<string, HeldSeat>();
  for (const { gameId, token } of shownTokens.of(connection)) {
    const game = tables.inMemory(gameId);
    if (!game || game.table.outcome) continue;
    const own = authority.seatOf(game.table, { token, connection });
    if (own.ok && own.value.by === "token")
      held.set(`${gameId} ${own.value.seat}`, { game, seat: own.value.seat, token });
  }
  for (const game of tables.unfinished())
    for (const seated of game.table.seats)
      if (seated.kind === "agent" && seated.connection === connection && !held.has(`${game.table.id} ${seated.seat}`))
        held.set(`${game.table.id} ${seated.seat}`, { game, seat: seated.seat, token: undefined });
  const turn = ({ game, seat }: HeldSeat) => Number(isToMove(game.table, seat));
  return [...held.values()].toSorted((one, other) => turn(other) - turn(one));
}

/** Where both seats of a game are held over the connection, nothing tells which of its conversations asks. */
function nextOf(call: Call, held: readonly HeldSeat[]): NextAction {
  const isOnly = ({ game }: HeldSeat) => held.filter((other) => other.game.table.id === game.table.id).length === 1;
  const clear = held.find(isOnly);
  if (clear) {
    const { game, seat, token } = clear;
    const tool = isToMove(game.table, seat) ? "getGame" : "waitForNextTurn";
    return { tool, arguments: { ...identityOf(call, game, seat, token) }, text: "Go on" };
  }
  const [unclear] = held;
  if (!unclear) return listGamesNext();
  return {
    tool: "waitForNextTurn",
    arguments: { game_id: unclear.game.table.id, seat_token: "<your own>" },
    text: "Both seats are held over this connection. Go on with the token in the answer that seated you",
  };
}
