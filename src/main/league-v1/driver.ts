import { z } from "zod";
import { definitionOf } from "../../games/register.ts";
import { type Effort, effortSchema, LONGEST_RECORD } from "../../shared/events.ts";
import { type Fields, jsonIn } from "../../shared/fields.ts";
import { describeIssues } from "../../shared/issues.ts";
import { accept, invalid, refuse } from "../../shared/result.ts";
import { otherSeat } from "../../shared/terms.ts";
import { LONGEST_THOUGHTS_READ, thoughtsIn } from "../../shared/thoughts.ts";
import { awakeTime } from "../base/awake-time.ts";
import * as players from "../players/driver.ts";
import { ownWords, withoutSecret } from "../players/without-secret.ts";
import type { Endpoints } from "./endpoints.ts";
import { bareMove, envelopeOf, moveResponse } from "./protocol.ts";
import type { ServerTokens } from "./tokens.ts";

/** Longest time for a move where neither league nor clock sets one. */
const LONGEST_MS = 3_600_000;
/** The part of a move's time that is kept for the way between two hosts. */
const MARGIN_MS = 50;
/** A remaining time up to this many milliseconds counts as used up. */
const REST_MS = 5;

const noTime: players.FailedTry = { cause: "late", reason: "its time was over before it could be asked" };

/** Asks the player's server for the move, by `league.v1`. A move without an answer is given up, with the reason. */
export const endpointDriver = (options: {
  readonly endpoints: Pick<Endpoints, "ask">;
  readonly tokens: Pick<ServerTokens, "tokenOf">;
  /** Whether the players of a league may be called. Waits while it is set aside. */
  readonly mayCall: (league: string, signal: AbortSignal) => Promise<boolean>;
  /** The signature of its messages; by default the league's referee. */
  readonly sender?: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}): players.Driver => ({
  chooseMove: async (thought) => {
    const { endpoints, tokens, mayCall, sender, now } = options;
    const { settings, league, timeMs, signal } = thought;
    const { endpoint } = settings;
    if (endpoint === undefined || league === null) return invalid("This seat is no league's");
    const from = awakeTime.now();
    if (!(await mayCall(league.id, signal))) return refuse("LEAGUE_CLOSED", `League ${league.id} is set aside`);
    const waitMs = awakeTime.now() - from;
    const entrant = { league: league.id, number: league.entrant };
    const token = tokens.tokenOf(entrant);
    const conversation = `${thought.gameId}-${thought.ply}`;
    const timeLimit = timeMs === null ? null : Math.max(0, timeMs - waitMs - MARGIN_MS);
    const message = {
      ...envelopeOf("MOVE_REQUEST", league.id, conversation, sender ?? `referee:${league.id}`, now()),
      auth_token: token,
      round_number: thought.round ?? league.game,
      game_state: gameStateOf(thought),
      time_limit: timeLimit === null ? null : timeLimit / 1_000,
    };
    const limitMs = timeLimit ?? LONGEST_MS;
    const until = awakeTime.now() + limitMs - REST_MS;
    const check = (content: unknown) => wrongIn(content, conversation);
    const question = { entrant, type: "MOVE_REQUEST", message, limitMs, allMs: limitMs, check, signal } as const;
    const inquiry = await endpoints.ask(endpoint, question);
    if (signal.aborted) return players.moveCalledOff;
    const isUnasked = !inquiry.isAnswered && inquiry.failures.length === 0;
    const effort = players.effortOf(isUnasked ? [noTime] : inquiry.failures, Math.max(0, inquiry.tries - 1));
    if (!inquiry.isAnswered) return accept({ text: null, effort, late: awakeTime.now() >= until });
    const { move, metadata } = z.union([bareMove, moveResponse]).parse(inquiry.content);
    const { answer: _, thoughts = "", ...remarks } = metadata ?? {};
    const total = players.addCosts(
      inquiry.failures.length > 0 ? effort : undefined,
      statedEffortIn(metadata ?? {}, token),
    );
    return accept({
      text: withoutSecret(String(move), token),
      ...(total ? { effort: total } : {}),
      ...(metadata === undefined ? {} : { metadata: ownWords(remarks, token) }),
      thoughts: thoughtsIn(withoutSecret(thoughts.slice(0, 2 * LONGEST_THOUGHTS_READ), token)),
    });
  },
});

const { causes, answer } = effortSchema.unwrap().shape;
const statedEffort = z.object({ causes: causes.catch(undefined), answer: answer.catch(undefined) });

/** A server's own account of its tries without a move, by their cause, and of its model's answer, without its token. */
function statedEffortIn({ causes, answer }: Fields, token: string): Effort | undefined {
  const account = JSON.stringify({ causes, answer }).slice(0, 4 * LONGEST_RECORD);
  const parsing = statedEffort.safeParse(jsonIn(withoutSecret(account, token)));
  return parsing.data?.causes || parsing.data?.answer ? { ...players.noEffort, ...parsing.data } : undefined;
}

/** The reason why an answer is no move, or none to this question; null where it is one. */
function wrongIn(content: unknown, conversation: string): string | null {
  if (bareMove.safeParse(content).success) return null;
  const parsing = moveResponse.safeParse(content);
  if (!parsing.success) return `it answered what is no MOVE_RESPONSE (${describeIssues(parsing.error)})`;
  return parsing.data.conversation_id === conversation ? null : "it answered another question (conversation_id)";
}

/** The position for programs, and in words for a player that asks a model. */
function gameStateOf(thought: players.MoveContext) {
  const { kind, options, seat, view, legalMoves, legalShown, gameId, ply, history, rejects } = thought;
  const { words, seats } = definitionOf(kind);
  return {
    game: kind,
    game_id: gameId,
    ply,
    your_role: seat,
    opponent_role: otherSeat(seats, seat),
    options,
    ...words.position(view),
    view: { ...view },
    board: words.board(view),
    history,
    ...(legalShown ? { legal_moves: legalMoves } : {}),
    ...(rejects.length > 0 ? { refused: rejects } : {}),
  };
}
