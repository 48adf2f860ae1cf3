import { z } from "zod";
import { likeness, quote } from "../../../../shared/text.ts";
import { givenName } from "../../../games/game-factory.ts";
import type { Entrant, LiveLeague } from "../../../league/machine/league.ts";
import { serverEntrant } from "../../../league-v1/entrant.ts";
import { LEAGUE_PROTOCOL } from "../../../league-v1/protocol.ts";
import { type NextAction, nextCall, type ToolAnswer, waitForMatchNext } from "../../answers/answer.ts";
import type { Call } from "../call.ts";
import { nameArgument } from "../fields.ts";
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
