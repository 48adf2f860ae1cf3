import { z } from "zod";
import type { Refusal } from "../../../shared/result.ts";
import { seatTitle } from "../../../shared/terms.ts";
import { type GameState, outcomeIn, toMove } from "../../games/machine/game-state.ts";
import { givenName } from "../../games/names.ts";
import { refusalAnswer, type ToolAnswer } from "../answer.ts";
import type { Call } from "../call.ts";
import { joinNext, listGamesNext, watchNext } from "../next-action.ts";
import { gameOutput } from "../output.ts";
import { defineTool } from "../tool.ts";
import { holdsSeat, partedAnswer } from "../turn-answers.ts";
import { gameId, nameArgument, seatToken } from "./arguments.ts";
import { seatedAnswer } from "./create-game.ts";

export const joinGame = defineTool({
  name: "joinGame",
  toolsets: ["play"],
  title: "Join a game",
  inEveryGame: true,
  icon: "join",
  description:
    "Take the open seat of a game that another agent or a person set up, or come back to your own seat with its seat_token. " +
    "Then call finishTurn when it is your turn and waitForNextTurn when it is not.",
  input: z.strictObject({
    game_id: gameId,
    name: nameArgument,
    join_code: z
      .string()
      .max(40)
      .optional()
      .describe("From the join prompt: takes the open seat, also where another chat of your host has the other one."),
    seat_token: seatToken,
  }),
  output: gameOutput,
  ui: "shows-board",
  run: async ({ game_id, name, join_code, seat_token }, call) => {
    const credentials = call.credentials(seat_token);
    const called = givenName(name, call.clientName ?? "Agent");
    if (!called.ok) {
      const shown = { ...(join_code ? { join_code } : {}), ...(seat_token ? { seat_token } : {}) };
      return refusalAnswer(called, joinNext(game_id, shown));
    }
    const joined = await call.games.join(game_id, called.value, credentials, join_code);
    if (!joined.ok) return notJoined(joined, call, game_id, seat_token);
    const { game, seat, back } = joined.value;
    const { state } = game;
    const movers = toMove(state).map(seatTitle).join(" and ");
    return seatedAnswer(call, game, {
      seat,
      // A connection may be shared: by it alone, nobody is told the token of what may be another conversation's seat.
      by: back && seat_token === undefined ? "connection" : "token",
      title: back ? `Joined Game ${game_id} Successfully (welcome back)` : `Joined Game ${game_id} Successfully`,
      facts: state.outcome ? [`- Game Over: ${outcomeIn(state)}.`] : [`- To move: ${movers}`],
      showsPosition: true,
    });
  },
});

/** Whether each agent's seat is held over an open connection, so that the caller, who holds none, can only look on. */
async function everyAgentIsThere({ connections }: Call, { seats }: GameState): Promise<boolean> {
  const held = seats.filter(({ kind }) => kind === "agent").map(({ connection }) => connection);
  const known = held.filter((connection) => connection !== null);
  await connections.lookUp(known);
  return known.length === held.length && known.every((connection) => connections.isOpen(connection));
}

async function notJoined(refusal: Refusal, call: Call, gameId: string, token: string | undefined): Promise<ToolAnswer> {
  if (refusal.code === "GAME_NOT_FOUND") return refusalAnswer(refusal, listGamesNext());
  const found = await call.games.state(gameId);
  if (found.ok && call.authority.wasFreed(found.value, call.credentials(token))) return partedAnswer(refusal);
  // The holder of the seat, or a caller that says so, is not led away.
  const mayPlay = found.ok && (token !== undefined || holdsSeat(call, found.value));
  if (refusal.code === "SEAT_REQUIRED" && mayPlay) return refusalAnswer(refusal, null);
  if (refusal.code !== "SEAT_TAKEN") return refusalAnswer(refusal, watchNext(gameId));
  const taken = { ...refusal, message: `${refusal.message}. You can watch instead` };
  if (!found.ok || (await everyAgentIsThere(call, found.value))) return refusalAnswer(taken, watchNext(gameId));
  const own = JSON.stringify({ game_id: gameId, seat_token: "<your seat_token>" });
  const look = call.tools.has("watchGame") ? ` To look on, call watchGame ${JSON.stringify({ game_id: gameId })}` : "";
  return refusalAnswer(
    taken,
    null,
    `If one of the seats is yours, call joinGame ${own}; without the token, ask the person to free the seat on the ` +
      `Kibitz dashboard and to give you its new join code.${look}`,
  );
}
