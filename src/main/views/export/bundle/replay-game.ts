import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { claimableDraw } from "../../../../games/game.ts";
import { definitionOf } from "../../../../games/register.ts";
import { type Effort, type GameEvent, gameEventSchema } from "../../../../shared/events.ts";
import { accept, invalid, type Result } from "../../../../shared/result.ts";
import { struct } from "../../../../shared/struct.ts";
import type { Outcome, Seat } from "../../../../shared/terms.ts";
import { afterStep, type LiveGame, unstoredGame } from "../../../games/live-game.ts";
import { nextFlag } from "../../../games/machine/clock.ts";
import { type Step, seatedAt, toMove } from "../../../games/machine/game-state.ts";
import { offerOrAnswerDraw } from "../../../games/machine/offers.ts";
import { endGame, fallFlag, play, withCounted, withRefused } from "../../../games/machine/play.ts";
import { CUT_SHORT } from "../../../games/machine/rights.ts";
import { createGame } from "../../../games/machine/seats.ts";
import type { League, Match, MatchGame } from "../../../league/machine/league.ts";
import { gameRequestOf, LATE, moveDrawn, scoresLookedAt } from "../../../league/rulings.ts";
import { moveContextOf } from "../../../players/driver.ts";
import { readAnswer } from "../../../players/model/answer.ts";
import { promptFor } from "../../../players/model/prompt.ts";

/** An entry of a game's log in a bundle; with a move of a model the first prompt for it. */
const entrySchema = struct({
  at: z.number(),
  event: gameEventSchema,
  prompt: struct({ system: z.string().optional(), user: z.string() }).optional(),
});
/** A game in a bundle, with its log. Times are milliseconds since 1970. */
export const bundledGame = struct({ id: z.string(), created_at: z.number(), events: z.array(entrySchema).readonly() });
export type BundledGame = z.infer<typeof bundledGame>;
type BundleEntry = z.infer<typeof entrySchema>;
type MoveEvent = Extract<GameEvent, { type: "movePlayed" }>;

/** The move that the player in a seat always chooses there; null where it may choose otherwise, or nobody asks it. */
export type Chooser = (then: LiveGame, seat: Seat) => Promise<string | null>;

export type ReplayedGame = Awaited<ReturnType<typeof replayGame>>;

/** Most characters of an answer, and of a refused move, of which the log has the whole. */
const WHOLE_ANSWER = 16_384;
const WHOLE_MOVE = 40;

/** Most milliseconds by which the clocks of hosts differ. */
const SKEW_MS = 1_000;
/** Milliseconds by which a clock differs that was computed from the rounded times of so many moves. */
const roundingAt = (ply: number): number => 1 + ply;

/**
 * Plays a game of a league again from its log: by the rules, clocks and claims, with each refused move refused, each
 * answer of a model read and each lot drawn anew. What players and persons decided, and when, is taken from the log.
 * Returns the game, and its line until an entry that does not follow, with the reason (null for none).
 */
export async function replayGame(
  league: League,
  match: Match,
  game: MatchGame,
  { id, created_at, events }: BundledGame,
  choose: Chooser,
) {
  const request = gameRequestOf(league, match, game);
  // A referee elsewhere reports times without clocks, and who stood still had its time back.
  const isTimed = !match.away?.referee && events.every(({ event }) => event.type !== "hostResumed");
  // Games of earlier versions began at once.
  const begins = events[0]?.event.type === "gameCreated" && events[0].event.sitDownMs === undefined;
  const terms = { id, clock: isTimed ? (request?.clock ?? null) : null, ...(begins ? { sitDownMs: 0 } : {}) };
  const creation = request ? createGame({ ...request, ...terms }, created_at) : null;
  if (!creation?.ok) throw new Error(`game ${id} cannot begin: ${creation?.message ?? "nobody plays it"}`);
  let live = unstoredGame(creation.value.state);
  const rows: BundleEntry[] = [];
  /** The game as it stood when a seat came to move. */
  const turns = new Map<Seat, LiveGame>();
  let step: Result<Step> = creation;
  for (let next = events[0]; next; next = events[rows.length]) {
    const { at, event } = next;
    const seat = "seat" in event ? event.seat : "";
    const then = turns.get(seat) ?? live;
    if (rows.length > 0) step = await stepFrom({ live, then, league, choose, isTimed }, next);
    if (at < (rows.at(-1)?.at ?? created_at) - SKEW_MS) step = invalid("its time is before that of the one before it");
    if (!step.ok) break;
    for (const each of step.value.events) {
      const prompt = each.type === "movePlayed" && each.seat === seat ? promptIn(then, seat) : null;
      rows.push({ at: events[rows.length]?.at ?? at, event: each, ...(prompt ? { prompt } : {}) });
    }
    live = afterStep(live, step.value, at);
    if (event.type === "movePlayed") turns.delete(seat);
    for (const each of toMove(live.state)) turns.set(each, turns.get(each) ?? live);
  }
  return { live, row: { id, created_at, events: rows }, fault: step.ok ? null : step.message };
}

const contextOf = (then: LiveGame, seat: Seat) =>
  moveContextOf(then, seat, then.state.turnSince, new AbortController().signal);

/** The first request for a move to the model in a seat; null for all other players. */
function promptIn(then: LiveGame, seat: Seat): BundleEntry["prompt"] | null {
  const { model } = seatedAt(then.state, seat).settings;
  return model ? promptFor({ ...contextOf(then, seat), mayResign: true }, model, null) : null;
}

interface EntryFacts {
  readonly live: LiveGame;
  /** The game as it stood when the seat of the entry came to move. */
  readonly then: LiveGame;
  readonly league: League;
  readonly choose: Chooser;
  /** Whether clocks and times can be computed again. */
  readonly isTimed: boolean;
}

/** The step that an entry of the log stands for. Refuses one that nothing in the game leads to. */
async function stepFrom(place: EntryFacts, { at, event }: BundleEntry): Promise<Result<Step>> {
  const { state } = place.live;
  switch (event.type) {
    case "movePlayed":
      return moveAgain(place, at, event);
    case "moveRefused": {
      const { seat, text, reason: message, kind: illegal = "notation" } = event;
      const again = definitionOf(state.kind).rules.play(state.position, seat, text);
      const isWhole = text.length < WHOLE_MOVE && /^[ -~]*$/.test(text);
      if (isWhole && (again.ok || again.illegal !== illegal)) return invalid("the rules do not refuse that move so");
      const refusal = { ok: false, code: "ILLEGAL_MOVE", message, illegal } as const;
      const { state: after, events } = withRefused(state, seat, text, refusal, at);
      return accept({ state: after, events: [event, ...events.slice(1)] });
    }
    case "movesRefused":
      return accept(
        withCounted({ state, events: [] }, new Map([[event.seat, event.kinds ?? { notation: event.count }]])),
      );
    case "drawOffered":
    case "drawDeclined":
      return offerOrAnswerDraw(state, event.seat, event.type === "drawOffered" ? "offer" : "decline", at);
    case "gameOver":
      return isEnd(place, at, event.outcome)
        ? accept(endGame(state, event.outcome, at))
        : invalid("the game does not end so there");
    case "clocksStarted":
      return place.isTimed ? invalid("no clock starts there") : accept({ state, events: [event] });
    case "moveMissed": {
      const why = misreadAnswer(place.then, event.seat, event.effort, null);
      return why === null ? accept({ state, events: [event] }) : invalid(why);
    }
    case "holderReturned":
    case "seatReissued":
    case "analysisSwitched":
    case "positionShared":
    case "hostResumed":
    case "gameReviewed":
      return accept({ state, events: [event] });
    default:
      return invalid("no game of a league has it there");
  }
}

/** Whether a game ends so at this point without a further move. */
function isEnd({ live: { state, lostBy }, league: { settings } }: EntryFacts, at: number, outcome: Outcome): boolean {
  const definition = definitionOf(state.kind);
  const { reason } = outcome;
  if (state.outcome || ["illegal-moves", CUT_SHORT, "recorded"].includes(reason)) return false;
  if (reason in definition.reasons) return isDeepStrictEqual(claimableDraw(definition, state.position), outcome);
  if (reason === "agreement") return state.drawOffer !== null && outcome.winner === null;
  if (reason === "adjudicated") return scoresLookedAt(settings.adjudication) > 0;
  // The league's own limit for a move ends it by a missed move.
  if (!state.clock || lostBy || !reason.startsWith("time")) return true;
  return isDeepStrictEqual(fallFlag(state, at + roundingAt(state.ply))?.state.outcome, outcome);
}

/** Makes a move again in the time that it took. Refuses one that its player cannot have chosen. */
async function moveAgain(place: EntryFacts, at: number, event: MoveEvent): Promise<Result<Step>> {
  const { state } = place.live;
  const { seat, code, ms, clock, effort, metadata, thoughts } = event;
  const why = toMove(state).includes(seat) ? await whyNotChosen(place, event) : "it is not its turn";
  if (why !== null) return invalid(why);
  const due = state.turnSince + ms;
  const rounding = roundingAt(state.ply);
  if (place.isTimed && ms > 0 && due > at + SKEW_MS) return invalid(`there was no time for ${ms} ms`);
  const flag = state.clock && nextFlag(state.clock);
  const now = flag && flag.at <= due && flag.at > due - rounding ? flag.at - 1 : due;
  const result = play(state, seat, { text: code, effort, metadata, thoughts, ms }, now);
  if (!result.isPlayed) return invalid(result.refusal.message);
  const isNear = (time: number, index: number) => Math.abs(time - (clock?.[index] ?? Infinity)) <= rounding;
  const events = result.step.events.map((each) =>
    each.type === "movePlayed" && (!place.isTimed || each.clock?.every(isNear)) ? { ...each, clock } : each,
  );
  return accept({ ...result.step, events });
}

/** Why a player did not choose a move, by the lot, its habit or its answer; null where it did, or nobody can tell. */
async function whyNotChosen({ live, then, league, choose }: EntryFacts, { seat, code, effort }: MoveEvent) {
  const { fallback = null } = effort ?? {};
  // Others are drawn by chance that nobody keeps.
  const isDrawn =
    fallback === LATE || (fallback !== null && seatedAt(live.state, seat).settings.endpoint !== undefined);
  const drawn = isDrawn ? moveDrawn(league.settings, live.state, seat) : code;
  if (drawn !== code) return `the lot falls on ${drawn}`;
  const move = effort ? null : await choose(then, seat);
  if (move !== null && move !== code) return `its player chooses ${move}`;
  return effort ? misreadAnswer(then, seat, effort, fallback === null ? code : null) : null;
}

/** The reason why a model's answer is not the recorded one, or is read otherwise; null where it is, or it is not whole. */
function misreadAnswer(then: LiveGame, seat: Seat, { answer }: Effort, code: string | null): string | null {
  // A server reads its model's answers itself.
  if (!answer || answer.length > WHOLE_ANSWER || !seatedAt(then.state, seat).settings.model) return null;
  const { text, sha256, finish, form } = answer;
  // Where a key was hidden, the text is not the one that came.
  const isOwn = text.includes("…") || createHash("sha256").update(text).digest("hex") === sha256;
  if (!isOwn) return "its answer has another SHA-256";
  const moves = contextOf(then, seat);
  const reading = readAnswer(text, moves, finish === "length");
  const formRead = reading.text === null ? null : reading.form;
  if (formRead !== form) return `its answer is read as ${formRead}`;
  const isSame = code === null || (reading.text !== null && moves.readMove(reading.text)?.code === code);
  return isSame ? null : `its answer says ${reading.text}`;
}
