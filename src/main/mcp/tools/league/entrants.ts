import { z } from "zod";
import { accept, invalid, type Refusal } from "../../../../shared/result.ts";
import type { Seat } from "../../../../shared/terms.ts";
import { likeness, quote } from "../../../../shared/text.ts";
import { givenName } from "../../../games/game-factory.ts";
import { gameOfAnswer, type LiveGame } from "../../../games/live-game.ts";
import { seatedAt } from "../../../games/machine/game-state.ts";
import { seatFreed } from "../../../games/machine/rights.ts";
import { severalCame } from "../../../league/lobby.ts";
import type { Entrant, LiveLeague } from "../../../league/machine/league.ts";
import { LEAGUE_PROTOCOL } from "../../../league-v1/protocol.ts";
import { serverEntrant } from "../../../league-v1/registrar.ts";
import * as answers from "../../answers/answer.ts";
import { type NextAction, nextCall, type ToolAnswer, waitForMatchNext } from "../../answers/answer.ts";
import { opensSeat } from "../../answers/reader.ts";
import { waitMs, whileWaiting } from "../../answers/turn-answers.ts";
import { TTL_MS, usualPace } from "../../tasks/tasks.ts";
import type { Call } from "../call.ts";
import { nameArgument, timeoutSeconds, waitedSeconds } from "../fields.ts";
import { seatedAnswer } from "../seats.ts";
import { defineTool } from "../tool.ts";
import * as shared from "./shared.ts";

/** The answer to a player that is called: the `league.v1` response to its registration is in it. */
function registrationAnswer(live: LiveLeague, { number, name, status }: Entrant, token: string): ToolAnswer {
  const { id, settings } = live.league;
  const absent = "It does not answer there: it is suspended until it takes an invitation.";
  return shared.leagueAnswer(live, {
    title: `Registered in League ${id} Successfully`,
    more: [
      `- You are: entrant ${number}, called at ${quote(live.league.entrants[number - 1]?.settings.endpoint ?? "")}`,
      ...(status === "suspended" ? [`- ${absent}`] : []),
      `- Your token: ${token} (every message to you carries it, or a token of one match that follows from it; answer with the one that came)`,
    ].join("\n"),
    fields: {
      entrant_token: token,
      protocol: LEAGUE_PROTOCOL,
      message_type: "LEAGUE_REGISTER_RESPONSE",
      success: true,
      auth_token: token,
      entrant_status: status,
      league_info: { league_id: id, game: settings.game, games_per_match: settings.games_per_match, player_id: name },
    },
    next: shared.getLeagueNext(id),
  });
}

/**
 * The answer to whoever joins again over the connection by which it came, under the same name or without one; null where
 * that is not so. Another chat may speak over the connection, so that it hears no token.
 */
async function cameBack({ lobby, connection }: Call, league_id: string, name: string | null) {
  const place = await lobby.entrantIn(league_id, undefined, connection);
  if (!place.ok) return null;
  const { live, entrant } = place.value;
  if (entrant.status === "out" || (name !== null && likeness(name) !== likeness(entrant.name))) return null;
  return shared.leagueAnswer(live, {
    title: `Welcome back to league ${league_id}`,
    more:
      `- You are: entrant ${entrant.number}, ${quote(entrant.name)}, who joined over this connection: it needs no token\n` +
      "- If you are another player, call joinLeague with another name",
    next: waitForMatchNext(league_id, undefined),
  });
}

const underAnotherName = (league_id: string, token: string | undefined): NextAction =>
  nextCall(
    "joinLeague",
    { league_id, name: "<another name>", ...(token === undefined ? {} : { entrant_token: token }) },
    "Take part under another name",
  );

/** The advice to a caller whose name is an entrant's already. */
const IF_IT_IS_YOU =
  "If it is you, pass the entrant_token of your joinLeague answer. Without it that place is taken up over the connection that joined alone, or forfeits its matches: tell the person";

export const joinLeague = defineTool({
  name: "joinLeague",
  toolsets: ["entrant", "league"],
  title: "Join a league",
  icon: "join",
  description:
    "Take part in a league. Keep the entrant_token of the answer: it proves who you are in every later call. Then call waitForNextMatch, " +
    "play the game it gives you with finishTurn and waitForNextTurn, and call waitForNextMatch again until the league is over.",
  input: z.strictObject({
    league_id: shared.leagueId,
    name: nameArgument,
    entrant_token: shared.entrantToken
      .optional()
      .describe("To come back, or to be the same player as in an earlier league: your token from there."),
    endpoint: z
      .string()
      .max(500)
      .optional()
      .describe("For players that are MCP servers: your own address, at which Kibitz calls make_move."),
    capabilities: z.looseObject({}).optional().describe("With endpoint: whatever you say of yourself."),
  }),
  output: shared.leagueOutput,
  run: async ({ league_id, name, entrant_token, endpoint, capabilities }, call) => {
    const displayName = givenName(name, call.clientName ?? "Agent");
    if (displayName.ok && entrant_token === undefined && endpoint === undefined) {
      const back = await cameBack(call, league_id, name === undefined ? null : displayName.value);
      if (back) return back;
    }
    const entry = displayName.ok
      ? await call.lobby.join(
          league_id,
          displayName.value,
          entrant_token,
          endpoint === undefined ? undefined : serverEntrant(endpoint, capabilities),
          call.connection,
        )
      : displayName;
    if (!entry.ok && entry.code === "LEAGUE_CLOSED") return shared.closedAnswer(entry, call, league_id, entrant_token);
    if (!entry.ok) {
      // Of an agent that nobody calls, nothing but the name can be wrong.
      const isName = entry.code === "INVALID_ARGUMENT" && endpoint === undefined;
      const next = isName ? underAnotherName(league_id, entrant_token) : shared.getLeagueNext(league_id);
      const message = entry.reason === "name-taken" ? `${entry.message}. ${IF_IT_IS_YOU}` : entry.message;
      return shared.leagueRefusal({ ...entry, message }, call, next);
    }
    const { live, entrant, back } = entry.value;
    const token = call.entrantTokens.tokenOf({ ...entrant, league: league_id });
    if (entrant.settings.endpoint !== undefined) return registrationAnswer(live, entrant, token);
    return shared.leagueAnswer(live, {
      title: back ? `Welcome back to league ${league_id}` : `Joined League ${league_id} Successfully`,
      more: `- You are: entrant ${entrant.number}\n- Your entrant token: ${token} (keep it; it proves who you are)`,
      fields: { entrant_token: token },
      next: waitForMatchNext(league_id, token),
    });
  },
});

export const leaveLeague = defineTool({
  name: "leaveLeague",
  toolsets: ["league"],
  title: "Leave a league",
  icon: "flag",
  description:
    "Take part no more. A game that goes on and all later matches are lost by forfeit; there is no way back.",
  destructive: true,
  idempotent: true,
  input: z.strictObject({ league_id: shared.leagueId, entrant_token: shared.entrantToken }),
  output: shared.leagueOutput,
  run: async ({ league_id, entrant_token }, call) => {
    const entrant = await call.lobby.entrantIn(league_id, entrant_token);
    if (!entrant.ok) return shared.leagueRefusal(entrant, call, shared.getLeagueNext(league_id));
    const update = await call.leagues.act(league_id, { type: "leave", entrant: entrant.value.entrant.number });
    if (!update.ok) return shared.leagueRefusal(update, call, shared.getLeagueNext(league_id));
    return shared.leagueAnswer(update.value, {
      title: `You have left league ${league_id}.`,
      next: null,
      end: "Your part in this league has ended. Make no further calls for it.",
    });
  },
});

export const waitForNextMatch = defineTool({
  name: "waitForNextMatch",
  toolsets: ["entrant", "league"],
  title: "Wait for your next match",
  icon: "wait",
  description:
    "Wait until you are to move in your next game of a league, and take your seat in it; the answer has the game, your seat and your seat_token. " +
    "A time-out is normal and loses nothing: call it again immediately. At the end of the league it gives your place.",
  inBackground:
    "Wait until you are to move in your next game of a league, and take your seat in it. The call goes on in the background " +
    "while your turn ends, and you are notified: poll nothing. At the end of the league it gives your place.",
  idempotent: true,
  input: z.strictObject({
    league_id: shared.leagueId,
    entrant_token: shared.entrantToken.optional(),
    timeout_seconds: timeoutSeconds,
    waited: waitedSeconds,
  }),
  output: shared.leagueOutput,
  mayBeTask: true,
  run: async ({ league_id, entrant_token, timeout_seconds, waited }, call) => {
    const entrant = await call.lobby.entrantIn(league_id, entrant_token, call.connection);
    // A caller that may be an entrant, and did not show which one, is not led to a second place.
    const refused = (refusal: Refusal, next: NextAction) =>
      shared.leagueRefusal(refusal, call, refusal.code === "ENTRANT_REQUIRED" ? null : next);
    if (!entrant.ok) return refused(entrant, shared.getLeagueNext(league_id));
    const { number, kind, generation } = entrant.value.entrant;
    const again = answers.waitForMatchNext(league_id, entrant_token);
    if (kind !== "agent") return shared.leagueRefusal(calledItself, call, shared.getLeagueNext(league_id));
    const byToken = entrant_token !== undefined;
    const resumption = { subject: league_id, holder: { entrant: number, generation }, byToken, label: String(number) };
    call.run?.waits({ tool: "waitForNextMatch", ...resumption }, usualPace);
    const ms = waitMs(call, call.holdSeconds(timeout_seconds));
    const startedAt = call.now();
    const forMatch = () =>
      call.lobby.nextMatch({ league: league_id, number, generation }, ms, call.signal, call.connection);
    const subject = `${league_id} ${number}`;
    const next = await whileWaiting(call, ms / 1000, "Waiting for your next match…", forMatch, subject);
    if (!next.ok) {
      // An entrant that is out has nothing to wait for. Whatever else there is passes, and its matches go on.
      if (next.code === "LEAGUE_CLOSED") return shared.closedAnswer(next, call, league_id, entrant_token);
      return refused(next, answers.inFiveSeconds(again));
    }
    switch (next.value.kind) {
      case "over":
        return finalAnswer(call, next.value.live, entrant.value.entrant.name);
      case "timeout":
      case "closing": {
        const seconds = Math.round(waited + (call.now() - startedAt) / 1000);
        const later = answers.waitForMatchNext(league_id, entrant_token, seconds);
        return timeoutAnswer(next.value.live, later, seconds, next.value.kind === "closing");
      }
      case "match": {
        const { live, match, game, place } = next.value;
        const { seat } = game.state.seats[place];
        const opponent = game.state.seats[place === 0 ? 1 : 0];
        const by = byToken ? "token" : "connection";
        const current = by === "connection" ? await heldOver(call, game, seat, league_id) : accept(game);
        if (!current.ok) return refused(current, answers.inFiveSeconds(again));
        const start = call.run ? await onceToMove(call, current.value, seat) : current;
        if (!start.ok) return refused(start, answers.inFiveSeconds(again));
        const answer = seatedAnswer(call, start.value, {
          seat,
          by,
          title: `Your match in round ${match.round} of league ${league_id} has begun.`,
          facts: [`- Opponent: ${quote(opponent.name ?? "")}`, `- Match: ${match.number}`],
        });
        const { format } = live.league.settings;
        const terms = game.state.league?.armageddon ? { draw_wins_for: game.state.seats[1].seat } : {};
        return { ...answer, fields: { ...answer.fields, league_id, format, champion: null, ...terms } };
      }
    }
  },
});

/** The game with the seat held over the caller's connection: there it plays without a token, and is told none. */
async function heldOver(call: Call, { state }: LiveGame, seat: Seat, leagueId: string) {
  const token = call.authority.tokenOf(state, seatedAt(state, seat)) ?? undefined;
  const entry = gameOfAnswer(await call.games.join(state.id, "", call.credentials(token)));
  // The other seat may be held over it as well, and then no call without a token opens either.
  return entry.ok && !opensSeat(call, entry.value.state, seat) ? severalCame(leagueId) : entry;
}

/** The game once the seat is to move: a client that is woken by a task is woken for something to do. */
async function onceToMove({ games, seatCalls, signal, connection }: Call, game: LiveGame, seat: Seat) {
  const noteAnswer = seatCalls.noteWait(game.state, seat, true);
  const wait = await games.waitForTurn(game.state.id, seat, TTL_MS, signal, connection);
  noteAnswer((games.inMemory(game.state.id) ?? game).lastEventId);
  if (!wait.ok) return wait;
  const now = wait.value.game;
  const isHolder = seatedAt(now.state, seat).generation === seatedAt(game.state, seat).generation;
  return isHolder ? accept(now) : seatFreed(now.state);
}

const calledItself = invalid(
  "You take part as a server: Kibitz calls you at your endpoint, and there is nothing to wait for",
);

/** Places of the table that the last answer to an entrant has, besides its own. */
const FIRST_PLACES = 3;
/** The fields of a place there. */
const placeFields = ["rank", "name", "points", "played", "won", "drawn", "lost", "byes"] as const;

async function finalAnswer(call: Call, live: LiveLeague, own: string): Promise<answers.ToolAnswer> {
  const { text, report, standings } = await shared.tableOf(
    call,
    live,
    ({ name }, place) => place <= FIRST_PLACES || name === own,
  );
  return shared.leagueAnswer(live, {
    title:
      report.champion === null ? "The league is over." : `The league is over. Champion: ${quote(report.champion)}.`,
    more: answers.paragraphs(text, "getLeague has the whole table."),
    fields: { standings: standings.map((row) => Object.fromEntries(placeFields.map((name) => [name, row[name]]))) },
    next: null,
  });
}

function timeoutAnswer(live: LiveLeague, again: answers.NextAction, seconds: number, isClosing: boolean) {
  const waits =
    live.league.status === "running"
      ? "This is normal: your next match begins when others are done with theirs."
      : "This is normal: the league has not been started yet, or is paused.";
  return shared.leagueAnswer(live, {
    title: `Timeout: No match yet, after ${seconds} s. Please call this tool again immediately.${isClosing ? "" : ` ${waits}`}`,
    fields: { status: "timeout" },
    next: isClosing ? answers.onceRestarted(again) : again,
  });
}
