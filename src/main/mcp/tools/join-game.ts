import { z } from "zod";
import type { Refusal } from "../../../shared/result.ts";
import { seatTitle } from "../../../shared/terms.ts";
import { type GameState, outcomeIn, toMove } from "../../games/machine/game-state.ts";
import { givenName } from "../../games/names.ts";
import { joinNext, listGamesNext, refusalAnswer, type ToolAnswer, watchNext } from "../answer.ts";
import type { Call } from "../call.ts";
import { gameId, gameOutput, nameArgument, seatToken } from "../fields.ts";
import { defineTool } from "../tool.ts";
import { holdsSeat, partedAnswer } from "../turn-answers.ts";
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
    const displayName = givenName(name, call.clientName ?? "Agent");
    if (!displayName.ok) {
      const secrets = { ...(join_code ? { join_code } : {}), ...(seat_token ? { seat_token } : {}) };
      return refusalAnswer(displayName, joinNext(game_id, secrets));
    }
    const entry = await call.games.join(game_id, displayName.value, credentials, join_code);
    if (!entry.ok) return notJoined(entry, call, game_id, seat_token);
    const { game, seat, back } = entry.value;
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
  const agents = seats.filter(({ kind }) => kind === "agent").map(({ connection }) => connection);
  const open = agents.filter((connection) => connection !== null);
  await connections.lookUp(open);
  return open.length === agents.length && open.every((connection) => connections.isOpen(connection));
}

async function notJoined(refusal: Refusal, call: Call, gameId: string, token: string | undefined): Promise<ToolAnswer> {
  if (refusal.code === "GAME_NOT_FOUND") return refusalAnswer(refusal, listGamesNext());
  const game = await call.games.state(gameId);
  if (game.ok && call.authority.wasFreed(game.value, call.credentials(token))) return partedAnswer(refusal);
  // The holder of the seat, or a caller with a token, is not led away to watch.
  const mayPlay = game.ok && (token !== undefined || holdsSeat(call, game.value));
  if (refusal.code === "SEAT_REQUIRED" && mayPlay) return refusalAnswer(refusal, null);
  if (refusal.code !== "SEAT_TAKEN") return refusalAnswer(refusal, watchNext(gameId));
  const full = { ...refusal, message: `${refusal.message}. You can watch instead` };
  if (!game.ok || (await everyAgentIsThere(call, game.value))) return refusalAnswer(full, watchNext(gameId));
  const own = JSON.stringify({ game_id: gameId, seat_token: "<your seat_token>" });
  const look = call.tools.has("watchGame") ? ` To look on, call watchGame ${JSON.stringify({ game_id: gameId })}` : "";
  return refusalAnswer(
    full,
    null,
    `If one of the seats is yours, call joinGame ${own}; without the token, ask the person to free the seat on the ` +
      `Kibitz dashboard and to give you its new join code.${look}`,
  );
}
