import { z } from "zod";
import { TALK_LENGTH } from "../../../shared/text.ts";
import type { LiveGame } from "../../games/live-game.ts";
import { isToMove, opponentOf, outcomeIn, seatedAt } from "../../games/machine/game-state.ts";
import type { ToolAnswer } from "../answers/answer.ts";
import { gameAnswer, waitingLine } from "../answers/game-answer.ts";
import { playerTitle } from "../answers/position-text.ts";
import type { Holder } from "../answers/reader.ts";
import { offerAnswer, turnAnswer } from "../answers/turn-answers.ts";
import { agentAcrossPerson, refusedToPerson, withWake } from "../board/wake.ts";
import { aboutGame, gameId, seatToken } from "./fields.ts";
import { seatedAnswer } from "./seats.ts";
import { type SeatCall, seatTool } from "./tool.ts";

export const say = seatTool({
  name: "say",
  title: "Say something at the table",
  icon: "talk",
  description: "Table talk: a remark, a taunt, a compliment. It does not use up your turn.",
  input: z.strictObject({
    game_id: gameId,
    message: z
      .string()
      .min(1)
      .max(TALK_LENGTH)
      .describe("What to say, at most 280 characters. Everybody who watches can read it."),
    seat_token: seatToken,
  }),
  act: async ({ game_id, message }, caller) => {
    const { call, seat, generation, answerRefusal } = caller;
    const result = await call.games.say(game_id, seat, message, generation);
    if (!result.ok) return answerRefusal(result);
    return gameAnswer(result.value, caller, { message: "Said.", position: false });
  },
});

/** Milliseconds that a driver has to answer. */
const ANSWER_MS = 2_000;

export const offerDraw = seatTool({
  name: "offerDraw",
  title: "Offer or answer a draw",
  icon: "draw",
  description:
    "Offer a draw, or accept or decline the opponent's offer. An offer does not use up your turn, and moving on declines the opponent's.",
  input: z.strictObject({
    ...aboutGame,
    answer: z
      .enum(["offer", "accept", "decline"])
      .default("offer")
      .describe("offer a draw, or accept or decline the opponent's offer. One offer a move."),
  }),
  act: async ({ game_id, answer: choice }, caller) => {
    const { call, seat, generation, answerRefusal } = caller;
    const result = await call.games.draw(game_id, seat, choice, generation);
    const agent = agentAcrossPerson(caller);
    if (!result.ok) return agent ? refusedToPerson(result, caller, agent) : answerRefusal(result);
    if (agent) return withWake(toldOffer(result.value, caller, agent, choice === "decline"), result.value, caller);
    const game = await answeredOffer(result.value, caller);
    const { state } = game;
    const title = playerTitle(opponentOf(state, seat));
    const message = state.outcome
      ? `Game Over: ${outcomeIn(state)}.`
      : choice === "decline"
        ? "You declined the draw. The game goes on."
        : `You offered a draw to ${title}.`;
    return gameAnswer(game, caller, { message, position: state.outcome !== null });
  },
});

/** The person's action about a draw on the board in a chat, as the agent across reads it. */
function toldOffer(game: LiveGame, { seat }: Holder, agent: Holder, isDeclined: boolean): ToolAnswer {
  const { state } = game;
  const opening = isDeclined ? `${playerTitle(seatedAt(state, seat))} declined the draw.` : null;
  if (state.outcome || isToMove(state, agent.seat)) return turnAnswer(game, agent, opening);
  if (!isDeclined) return offerAnswer(game, agent, { seconds: 0, opening });
  return gameAnswer(game, agent, { message: `${opening} ${waitingLine(state, agent.seat)}`, position: false });
}

/** The game once its driver has answered the offer, which it does at once: the answer to the call contains that. */
async function answeredOffer(game: LiveGame, { call, seat }: Pick<SeatCall, "call" | "seat">): Promise<LiveGame> {
  const { state } = game;
  if (state.drawOffer !== seat || !opponentOf(state, seat).driven) return game;
  const wait = await call.games.waitUntil(state.id, (now) => now.state.drawOffer !== seat, ANSWER_MS, call.signal, {
    seat,
    client: call.connection,
  });
  return wait.ok ? wait.value.game : game;
}

export const answerTakeback = seatTool({
  name: "answerTakeback",
  title: "Answer a takeback request",
  icon: "back",
  description:
    "Let your opponent take its last move back, or not. Only when an answer says that it asks; making your own move declines.",
  destructive: true,
  input: z.strictObject({
    ...aboutGame,
    answer: z.enum(["accept", "decline"]).describe("Whether your opponent may take its last move back."),
  }),
  act: async ({ game_id, answer: choice }, caller) => {
    const { call, seat, generation, answerRefusal } = caller;
    const result = await call.games.takeback(game_id, seat, choice, generation);
    if (!result.ok) return answerRefusal(result);
    const { state } = result.value;
    // A flag may have fallen before.
    const message = state.outcome
      ? `Game Over: ${outcomeIn(state)}.`
      : choice === "accept"
        ? "The move is taken back."
        : "You declined. The game goes on.";
    return gameAnswer(result.value, caller, { message, position: choice === "accept" || state.outcome !== null });
  },
});

export const resignGame = seatTool({
  name: "resignGame",
  title: "Resign",
  icon: "flag",
  description: "Give up the game. The opponent wins at once; this cannot be undone.",
  destructive: true,
  input: z.strictObject({ ...aboutGame }),
  act: async ({ game_id }, caller) => {
    const { call, seat, generation, answerRefusal } = caller;
    const result = await call.games.resign(game_id, seat, generation);
    const agent = agentAcrossPerson(caller);
    if (!result.ok) return agent ? refusedToPerson(result, caller, agent) : answerRefusal(result);
    const { state } = result.value;
    if (agent) return withWake(turnAnswer(result.value, agent, null), result.value, caller);
    const over = `Game Over: ${outcomeIn(state)}.`;
    // A flag may have fallen before.
    const message = state.outcome?.reason === "resignation" ? `You resigned. ${over}` : over;
    return gameAnswer(result.value, caller, { message, position: true });
  },
});

export const rematch = seatTool({
  name: "rematch",
  title: "Play again",
  icon: "again",
  description:
    "A new game against the same opponent with colours swapped, once this one is over. The other side calls rematch with the same game_id to take its seat.",
  idempotent: true,
  input: z.strictObject({ ...aboutGame }),
  ui: "shows-board",
  act: async ({ game_id, seat_token }, { call, seat, by, answerRefusal }) => {
    const result = await call.games.rematch(game_id, seat, call.connection);
    if (!result.ok) return answerRefusal(result);
    return seatedAnswer(call, result.value.game, {
      seat: result.value.seat,
      by,
      title: "Rematch Created Successfully!",
      facts: [`- Follows game: ${game_id}`],
      isProven: result.value.first || seat_token !== undefined,
    });
  },
});
