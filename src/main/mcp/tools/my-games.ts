import { z } from "zod";
import { seatTitle } from "../../../shared/terms.ts";
import type { LiveGame } from "../../games/live-game.ts";
import { isToMove, opponentOf } from "../../games/machine/game-state.ts";
import { answerFrom } from "../answer.ts";
import type { Call } from "../call.ts";
import { listGamesNext, nextCall } from "../next-action.ts";
import { type NextAction, seatListOutput } from "../output.ts";
import { identityOf } from "../reader.ts";
import { playerTitle } from "../titles.ts";
import { defineTool } from "../tool.ts";

/** Most games that are listed. */
const MOST = 50;

export const myGames = defineTool({
  name: "myGames",
  toolsets: ["play"],
  title: "Find your games again",
  icon: "list",
  description:
    "The unfinished games in which you hold a seat, and whose turn it is: where to go on after a lost context.",
  readOnly: true,
  input: z.strictObject({}),
  output: seatListOutput,
  run: async (_, call) => {
    const mine = heldSeats(call);
    const shown = mine.slice(0, MOST);
    const games = shown.map(({ game: { state }, seat }) => ({
      game_id: state.id,
      game: state.kind,
      you: seat,
      your_turn: isToMove(state, seat),
      ply: state.ply,
      opponent: { kind: opponentOf(state, seat).kind, name: opponentOf(state, seat).name },
    }));
    const lines = shown.map(({ game: { state }, seat }) => {
      const whose = isToMove(state, seat) ? "your turn" : "waiting for the opponent";
      return `- ${state.id} (${state.kind}): you are ${seatTitle(seat)} against ${playerTitle(opponentOf(state, seat))}, ply ${state.ply}, ${whose}`;
    });
    const none =
      call.connection === null
        ? "This client has no connection by which its seats are known. Call getGame with the game_id and the seat_token that you were given."
        : "You hold no seat in an unfinished game.";
    return answerFrom({
      message: lines.length > 0 ? "" : none,
      paragraphs: [lines.join("\n")],
      fields: { games },
      next: goOnNext(call, shown) ?? listGamesNext(),
    });
  },
});

/**
 * The next call in a game of the caller's own; null where it has none. Leaves the token to the caller where both seats
 * of each game are held over the connection.
 */
function goOnNext(call: Pick<Call, "authority" | "credentials">, held: readonly HeldSeat[]): NextAction {
  const isOnly = ({ game }: HeldSeat) => held.filter((other) => other.game.state.id === game.state.id).length === 1;
  const clear = held.find(isOnly);
  if (clear) {
    const { game, seat, token } = clear;
    const tool = isToMove(game.state, seat) ? "getGame" : "waitForNextTurn";
    return nextCall(tool, identityOf(call, game, seat, token), "Go on");
  }
  const [unclear] = held;
  if (!unclear) return null;
  return nextCall(
    "waitForNextTurn",
    { game_id: unclear.game.state.id, seat_token: "<your own>" },
    "Both seats are held over this connection. Go on with the token in the answer that seated you",
  );
}

/** A seat of the caller in an unfinished game. */
interface HeldSeat {
  readonly game: LiveGame;
  readonly seat: string;
  /** The token that identifies it, where the connection alone does not. */
  readonly token: string | undefined;
}

/** The caller's seats, by connection and by token; those that are to move first. */
export function heldSeats({
  connection,
  games,
  authority,
  shownTokens,
}: Pick<Call, "connection" | "games" | "authority" | "shownTokens">): readonly HeldSeat[] {
  if (connection === null) return [];
  const held = new Map<string, HeldSeat>();
  for (const { gameId, token } of shownTokens.of(connection)) {
    const game = games.inMemory(gameId);
    if (!game || game.state.outcome) continue;
    const own = authority.seatOf(game.state, { token, connection });
    if (own.ok && own.value.by === "token")
      held.set(`${gameId} ${own.value.seat}`, { game, seat: own.value.seat, token });
  }
  for (const game of games.unfinished())
    for (const seated of game.state.seats)
      if (seated.kind === "agent" && seated.connection === connection && !held.has(`${game.state.id} ${seated.seat}`))
        held.set(`${game.state.id} ${seated.seat}`, { game, seat: seated.seat, token: undefined });
  const turn = ({ game, seat }: HeldSeat) => Number(isToMove(game.state, seat));
  return [...held.values()].toSorted((one, other) => turn(other) - turn(one));
}
