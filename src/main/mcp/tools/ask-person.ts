import { z } from "zod";
import { invalid, refuse } from "../../../shared/result.ts";
import type { Seat } from "../../../shared/terms.ts";
import { clip, quote } from "../../../shared/text.ts";
import type { LiveGame } from "../../games/live-game.ts";
import { isToMove, kindOf, opponentOf, opponentSeat, rulesOf, seatedAt } from "../../games/machine/game-state.ts";
import { askNext, catchUpNext, refusalAnswer, sentences, type ToolAnswer, waitOnNext } from "../answers/answer.ts";
import { gameAnswer } from "../answers/game-answer.ts";
import { askedByForms } from "../answers/reader.ts";
import * as turns from "../answers/turn-answers.ts";
import type { Forms, Reply } from "../forms/forms.ts";
import { moveForm, moveIn } from "../forms/move-form.ts";
import { aboutGame, timeoutSeconds } from "./fields.ts";
import { type SeatCall, seatTool } from "./tool.ts";

/** Most forms in one call: clients limit how often a call may come back with one. */
const MOST_FORMS = 6;

/**
 * Lets the person at the client make moves in forms: for the opponent's seat where a person sits there, else for the
 * caller's own. The move comes from the client's form alone; no argument of the tool names one.
 */
export const askPerson = seatTool({
  name: "askPerson",
  title: "Let your person move",
  icon: "ask",
  description:
    "Show your person the board in a form and play what they answer: for the person's seat where one sits across, " +
    "else for yours. Waits for the turn first. Never answer the form yourself.",
  input: z.strictObject({ ...aboutGame, timeout_seconds: timeoutSeconds }),
  needsForms: true,
  mayBeTask: true,
  act: async ({ timeout_seconds }, caller) => {
    const { call, game, seat } = caller;
    const { forms } = call;
    if (!forms) return refusalAnswer(noForms(call.boardUrl(game.state.id)), catchUpNext(caller.identity));
    const across = opponentOf(game.state, seat);
    const person = across.kind === "human" ? across.seat : seat;
    // As with a chat board: a caller that has only named the game does not act for a person in it.
    if (person !== seat && caller.by === "nobody-else") return refusalAnswer(tokenRefusal, null);
    const url = call.boardUrl(game.state.id);
    if (person !== seat && seatedAt(game.state, person).settings.entrant !== undefined)
      return refusalAnswer(ratedRefusal(url), catchUpNext(caller.identity));
    const asker = { ...caller, ...askedByForms(call, game.state, person) };
    const asking = { caller: asker, forms, person, seconds: call.holdSeconds(timeout_seconds) };
    // The person asked for it: from now on they are asked by forms, until they refuse one or move elsewhere.
    call.formUse.setPerson(game.state.id, seat, person);
    const shownForm = forms.lastReply && stateIn(forms.lastReply.state);
    if (!forms.lastReply || !shownForm) return goOn(asking, firstRound);
    return answerReply(asking, shownForm, forms.lastReply.reply);
  },
});

const noForms = (url: string) =>
  invalid(
    `Your client shows no forms (MCP elicitation), or answers them without your person. Ask in the chat, or let them play at ${url}`,
  );
/** A form comes from the client of the agent opposite, which could answer it in the person's place. */
const ratedRefusal = (url: string) => invalid(`This game counts for your person, who plays it at ${url} alone`);
const tokenRefusal = refuse("SEAT_REQUIRED", "Pass your seat_token to have your person move in this game");

interface Asking {
  readonly caller: SeatCall;
  readonly forms: Forms;
  /** The seat whose move is requested. */
  readonly person: Seat;
  /** Seconds to wait for the seat's turn. */
  readonly seconds: number;
}

/** The progress of a call: the number of forms shown, and the reason why the last reply could not be used. */
interface Round {
  readonly count: number;
  readonly objection: string | null;
}

interface ShownForm {
  /** How many forms the call has shown, this one included. */
  readonly count: number;
  readonly turn: string;
  /** When it was sent, in milliseconds since 1970. */
  readonly at: number;
}

/** Tells turns apart, also after a takeback. It comes back from the client; one that was changed drops the form. */
const turnMark = ({ state, moves, lastActs }: LiveGame, seat: Seat): string =>
  [
    lastActs[seat],
    // Where both choose at once, the other's choice is made in the same turn.
    kindOf(state).simultaneous ? null : lastActs[opponentSeat(state, seat)],
    moves.filter((move) => move.seat === seat).length,
    isToMove(state, seat),
    state.outcome !== null,
  ].join();

/** A form's state as it goes through the client. */
const stateOf = ({ count, turn, at }: ShownForm): string => `${count} ${turn} ${at}`;

function stateIn(state: string): ShownForm | null {
  const [, count, turn, at] = /^(\d{1,2}) (\S{1,100}) (\d{1,15})$/.exec(state) ?? [];
  return turn === undefined ? null : { count: Number(count), turn, at: Number(at) };
}

const nowOf = ({ caller: { call, game } }: Asking): LiveGame => call.games.inMemory(game.state.id) ?? game;

/** Shows a form if the seat is to move, and waits for that where it is the caller's own. */
async function goOn(asking: Asking, round: Round): Promise<ToolAnswer> {
  const { caller, person, seconds } = asking;
  const { seat } = caller;
  const game = nowOf(asking);
  const { state } = game;
  if (isToMove(state, person)) return showForm(asking, game, round);
  if (state.outcome || person !== seat) return turns.turnAnswer(game, caller, null);
  const onTurn = (now: LiveGame) => showForm(asking, now, round);
  return turns.awaitTurn(game, caller, { seconds, opening: null, onTurn });
}

const zeroWait = { seconds: 0, opening: null };

/** Answers when the game went on without the form: nobody who has just moved on the board is asked by a form. */
async function goOnWithout(asking: Asking): Promise<ToolAnswer> {
  const { caller, person, seconds } = asking;
  caller.call.formUse.setPerson(caller.game.state.id, caller.seat, null);
  const player = { ...caller, ...askedByForms(caller.call, caller.game.state, null) };
  const game = nowOf(asking);
  if (game.state.outcome || isToMove(game.state, caller.seat)) return turns.turnAnswer(game, player, null);
  return person === caller.seat ? goOn(asking, firstRound) : turns.awaitTurn(game, player, { seconds, opening: null });
}

const firstRound: Round = { count: 0, objection: null };

async function showForm(asking: Asking, game: LiveGame, { count, objection }: Round): Promise<ToolAnswer> {
  const { caller, forms, person } = asking;
  const { call, seat } = caller;
  const { id } = game.state;
  if (count >= MOST_FORMS) {
    if (objection !== null) return partedAnswer(asking, "Your person has not answered with a move that can be played");
    return gameAnswer(game, caller, {
      message: "It is your person’s turn.",
      position: false,
      next: askNext(caller.identity),
    });
  }
  const turn = turnMark(game, person);
  const form = moveForm(game, person, {
    titles: forms.titles,
    objection,
    now: call.now(),
    url: call.boardUrl(id),
  });
  const showing: ShownForm = { count: count + 1, turn, at: Math.round(call.now()) };
  if (!forms.show) return { text: "", fields: {}, form: { form, state: stateOf(showing) } };
  turns.seatWaits(game, caller);
  const stop = new AbortController();
  const signal = AbortSignal.any([call.signal, stop.signal]);
  const turnEnd = call.games.waitUntil(id, (now) => turnMark(now, person) !== turn, call.formMs, signal, {
    seat,
    client: call.connection,
  });
  const first = await turns.whileWaiting(call, call.formMs / 1000, "Waiting for your person’s answer", () =>
    Promise.race([forms.show?.(form, signal, (reply) => noteLate(asking, reply)), turnEnd]),
  );
  // Closes the form where the game went on without it, and stops waiting where it was answered.
  stop.abort();
  if (first && "action" in first) return answerReply(asking, showing, first);
  if (!first?.ok)
    return first ? turns.unwaitedAnswer(game, caller, zeroWait, first) : partedAnswer(asking, "No form was shown");
  switch (first.value.end) {
    case "changed":
      return goOnWithout(asking);
    case "closing":
      return turns.timeoutAnswer(nowOf(asking), caller, zeroWait, true);
    default:
      return partedAnswer(asking, "Your person has not answered the form");
  }
}

/** Milliseconds within which only a program answers a form: Codex and Copilot take 1, Claude Code with `-p` 77. */
const BY_PROGRAM_MS = 1_000;

/** Notes an answer that came after the game had gone on, so that the person is told. */
function noteLate({ caller: { call, game, seat } }: Asking, reply: Reply): void {
  if (reply.action !== "accept") return;
  const { move } = reply.content;
  const moveText = typeof move === "string" ? `with ${quote(clip(move, LONGEST_QUOTED))} ` : "";
  call.formUse.noteLate(
    game.state.id,
    seat,
    `Your person answered a form ${moveText}after the game had gone on without it; nothing was played. Tell them so.`,
  );
}
const LONGEST_QUOTED = 40;

/** Uses a reply, if the turn that it was given for is still there. */
async function answerReply(asking: Asking, { count, turn, at }: ShownForm, reply: Reply): Promise<ToolAnswer> {
  const { person, caller } = asking;
  const { call } = caller;
  const game = nowOf(asking);
  const isProgram = reply.action !== "accept" && call.now() - at < BY_PROGRAM_MS;
  if (isProgram) call.formUse.noteAutomatic(call.connection);
  if (game.state.outcome || turnMark(game, person) !== turn) {
    noteLate(asking, reply);
    return goOnWithout(asking);
  }
  if (isProgram) return partedAnswer(asking, "Your client answered the form by itself, without your person");
  switch (reply.action) {
    case "decline":
      return partedAnswer(asking, "Your person declined the form");
    case "cancel":
      return partedAnswer(asking, "Your person closed the form");
    case "failed":
      return partedAnswer(asking, "Your client could not show the form");
    case "accept": {
      const text = moveIn(reply);
      if (text === null) return goOn(asking, { count, objection: "That was not a move." });
      const { id, position } = game.state;
      // A move that cannot be played is not passed on: in a league, refused moves may count.
      const legal = rulesOf(game.state).play(position, person, text);
      const { generation } = seatedAt(game.state, person);
      const result = legal.ok ? await call.games.play(id, person, { text }, generation) : legal;
      if (!result.ok) return goOn(asking, { count, objection: `${result.message.replace(/\.$/, "")}.` });
      return goOn(asking, { count, objection: null });
    }
  }
}

/** The answer where the person made no move: nothing is lost, and only the person's word brings the form back. */
function partedAnswer(asking: Asking, subject: string): ToolAnswer {
  const { caller, person } = asking;
  const { call, identity, seat } = caller;
  const game = nowOf(asking);
  const again = `askPerson ${JSON.stringify(identity)}`;
  const url = call.boardUrl(game.state.id);
  call.formUse.setPerson(game.state.id, seat, null);
  const message = `${subject}. Nothing was played, and nothing is lost.`;
  if (person === seat)
    return gameAnswer(game, caller, {
      message,
      position: true,
      next: null,
      end: `Ask your person in the chat before you call askPerson or finishTurn: ${again} shows the form again; finishTurn plays a move that they tell you.`,
    });
  return gameAnswer(game, caller, {
    message: sentences(
      `${message} Tell your person that they play at ${url}.`,
      call.formUse.isAutomatic(call.connection) ? null : `Only if they ask for it, ${again} shows the form again.`,
    ),
    position: false,
    next: waitOnNext(identity, 0),
    more: { board_url: url },
  });
}
