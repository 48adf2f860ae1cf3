import { z } from "zod";
import type { Claims } from "../../../games/game.ts";
import { definitions } from "../../../games/register.ts";
import { accept } from "../../../shared/result.ts";
import { whole } from "../../../shared/schemas.ts";
import { TALK_LENGTH } from "../../../shared/text.ts";
import { thoughtsIn } from "../../../shared/thoughts.ts";
import type { LiveGame } from "../../games/live-game.ts";
import { isToMove, opponentOf, seatedAt } from "../../games/machine/game-state.ts";
import { paragraphs, refusalAnswer, sentences, type ToolAnswer } from "../answers/answer.ts";
import { concise, describeGame, gameAnswer, lastMoveLine, overLine, waitingLine } from "../answers/game-answer.ts";
import { legalMovesFor, playerTitle } from "../answers/position-text.ts";
import type { Holder } from "../answers/reader.ts";
import { awaitTurn, offerAnswer, turnAnswer } from "../answers/turn-answers.ts";
import { agentAcrossPerson, refusedToPerson, withWake } from "../board/wake.ts";
import { aboutGame, gameId, gameOutput, seatToken, timeoutSeconds, waitedSeconds } from "./fields.ts";
import { seatedAnswer } from "./seats.ts";
import { type SeatCall, seatTool } from "./tool.ts";

/** The names of claims in all games: `checkmate`. */
const claimNames = (nameOf: (claims: Claims<unknown>) => string | undefined): string =>
  definitions.flatMap(({ claims }) => (claims && nameOf(claims)) ?? []).join(", ");

export const finishTurn = seatTool({
  name: "finishTurn",
  title: "Make your move",
  inEveryGame: true,
  icon: "move",
  description:
    "Play your move, in your own turn and for your own seat; with wait: true the answer is the opponent's reply. " +
    "An illegal move is refused at once with the reason and changes nothing: choose another one.",
  inBackground:
    "Play your move, in your own turn and for your own seat. With wait: true the call then goes on in the background while " +
    "your turn ends, and you are notified of the reply: poll nothing. An illegal move is refused at once.",
  input: z.strictObject({
    game_id: gameId,
    move: z.string().min(1).max(200).describe("Your move, as the first answer of the game says."),
    claim_win: z
      .boolean()
      .default(false)
      .describe(
        `Asserts that this move wins the game (${claimNames(({ win }) => win.sign)}). Rejected, and not played, if it does not.`,
      ),
    claim_draw: z
      .boolean()
      .default(false)
      .describe(`Claims a draw by ${claimNames(({ draw }) => draw.by)} with this move. Verified likewise.`),
    seat_token: seatToken,
    ply: whole(0, 100_000)
      .optional()
      .describe("The ply of the answer you reply to: makes it harmless to repeat the call."),
    thoughts: z.string().optional().describe("Why; people read it after the game."),
    wait: z.boolean().default(false).describe("Also wait for the reply, as waitForNextTurn would."),
    timeout_seconds: timeoutSeconds,
  }),
  output: gameOutput,
  ui: "shows-board",
  mayBeTask: true,
  fromPastBoards: true,
  act: async ({ game_id, move, claim_win, claim_draw, ply, thoughts, wait, timeout_seconds }, caller) => {
    const { call, seat, generation, pastPly } = caller;
    const ownThoughts = thoughtsIn(thoughts);
    const request = {
      text: move,
      claimWin: claim_win,
      claimDraw: claim_draw,
      ply: pastPly ?? ply,
      thoughts: ownThoughts,
    };
    const result = await call.games.play(game_id, seat, request, generation);
    const agent = agentAcrossPerson(caller);
    if (!result.ok)
      return agent ? refusedToPerson(result, caller, agent) : refusedMove(result, caller, ply === undefined);
    const { game, repeat, drawClaimed } = result.value;
    const { state } = game;
    if (repeat) caller.talk.isRepeat();
    const more = repeat ? { repeated: repeat.ply } : {};
    const text = repeat
      ? `Move accepted (it had been accepted before, as ply ${repeat.ply}; it was not played again).`
      : drawClaimed
        ? "Draw claimed."
        : ownThoughts?.cut
          ? "Move accepted, and the first 4 KiB of your thoughts."
          : "Move accepted.";
    const reader = agent ?? caller;
    const forAgent = (answer: ToolAnswer) => (agent ? withWake(answer, game, caller) : answer);
    if (!state.outcome && isToMove(state, reader.seat)) return forAgent(turnAnswer(game, reader, text, more));
    if (!state.outcome && wait && !agent)
      return awaitTurn(game, caller, { seconds: call.holdSeconds(timeout_seconds), opening: text, more });
    const stands = overLine(state) ?? waitingLine(state, reader.seat);
    const message = sentences(text, stands, agent && lastMoveLine(game, agent.seat));
    return forAgent(gameAnswer(game, reader, { message, position: state.outcome !== null, more }));
  },
});

/** @param isBlind whether the move did not say which position it was chosen for, so that the caller may not know this one */
async function refusedMove(refusal: Parameters<SeatCall["answerRefusal"]>[0], caller: SeatCall, isBlind: boolean) {
  const { call, seat, answerRefusal } = caller;
  const now = await call.games.get(caller.game.state.id);
  const game = now.ok ? now.value : caller.game;
  const { state } = game;
  const answer = await answerRefusal(refusal);
  if (answer.fields["next_action"] === null || (refusal.code !== "ILLEGAL_MOVE" && refusal.code !== "CLAIM_FAILED"))
    return answer;
  const legal = refusal.code === "ILLEGAL_MOVE" || isBlind ? legalMovesFor(state, seat) : null;
  const description = isBlind ? describeGame(game, caller) : null;
  const [sentence = "", ...rest] = answer.text.split("\n\n");
  return {
    ...answer,
    text: paragraphs(sentence, legal?.text, description?.board, ...rest),
    fields: {
      ...answer.fields,
      ...(description ? concise(description.answer) : {}),
      ...(legal ? { legal_moves: legal.field } : {}),
    },
  };
}

export const waitForNextTurn = seatTool({
  name: "waitForNextTurn",
  title: "Wait for your turn",
  inEveryGame: true,
  icon: "wait",
  description:
    "Wait until your opponent has moved; then call finishTurn. Returns at once when it is your turn or the game is over. " +
    "A time-out is normal and loses nothing: call it again immediately.",
  inBackground:
    "Wait until your opponent has moved; then call finishTurn. The call goes on in the background while your turn ends, " +
    "and you are notified: poll nothing, and do not call it again.",
  readOnly: true,
  input: z.strictObject({
    ...aboutGame,
    timeout_seconds: timeoutSeconds,
    waited: waitedSeconds,
  }),
  output: gameOutput,
  ui: "shows-board",
  mayBeTask: true,
  act: ({ timeout_seconds }, caller) =>
    awaitTurn(caller.game, caller, { seconds: caller.call.holdSeconds(timeout_seconds), opening: null }),
});

export const sayTool = seatTool({
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
    const deed = choice === "decline" ? "You declined the draw. The game goes on." : `You offered a draw to ${title}.`;
    return gameAnswer(game, caller, { message: overLine(state) ?? deed, position: state.outcome !== null });
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
    const deed = choice === "accept" ? "The move is taken back." : "You declined. The game goes on.";
    // A flag may have fallen before.
    const message = overLine(state) ?? deed;
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
    // A flag may have fallen before.
    const deed = state.outcome?.reason === "resignation" ? "You resigned." : null;
    return gameAnswer(result.value, caller, { message: sentences(deed, overLine(state)), position: true });
  },
});

export const rematchTool = seatTool({
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
    const { game, seat: next, first } = result.value;
    const isProven = first || seat_token !== undefined;
    // Without a token, a caller holds the seat there by its own right or not at all.
    if (!isProven) await call.authority.lookUp(game.state);
    const own = isProven ? accept({ seat: next, by }) : call.authority.seatOf(game.state, call.credentials(undefined));
    if (!own.ok) return refusalAnswer(own, null);
    const facts = [`- Follows game: ${game_id}`];
    return seatedAnswer(call, game, { ...own.value, title: "Rematch Created Successfully!", facts, isProven });
  },
});
