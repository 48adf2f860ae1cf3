import { z } from "zod";
import { accept, invalid, type Result } from "../../../../shared/result.ts";
import type { Seat } from "../../../../shared/terms.ts";
import { quoted } from "../../../../shared/text.ts";
import { gameOfAnswer, type LiveGame } from "../../../games/live-game.ts";
import { seatedAt } from "../../../games/machine/game-state.ts";
import type { LiveLeague } from "../../../league/live-league.ts";
import type { Call } from "../../call.ts";
import { inFiveSeconds, onceRestarted, waitForMatchNext } from "../../next-action.ts";
import type { NextAction } from "../../output.ts";
import { defineTool, type ToolAnswer } from "../../tool.ts";
import { waitMs, whileWaiting } from "../../turn-answers.ts";
import { timeoutSeconds } from "../arguments.ts";
import { seatedAnswer } from "../create-game.ts";
import {
  closedAnswer,
  entrantToken,
  getLeagueNext,
  leagueAnswer,
  leagueId,
  leagueOutput,
  leagueRefusal,
  tableOf,
} from "./shared.ts";

export const waitForNextMatch = defineTool({
  name: "waitForNextMatch",
  toolsets: ["entrant", "league"],
  title: "Wait for your next match",
  icon: "wait",
  description:
    "Wait until you are to play your next game in a league, and take your seat in it; the answer has the game, your seat and your seat_token. " +
    "A time-out is normal and loses nothing: call it again immediately. At the end of the league it gives the standings.",
  idempotent: true,
  input: z.strictObject({
    league_id: leagueId,
    entrant_token: entrantToken.optional(),
    timeout_seconds: timeoutSeconds,
  }),
  output: leagueOutput,
  mayBeTask: true,
  run: async ({ league_id, entrant_token, timeout_seconds }, call) => {
    const known = await call.lobby.entrantIn(league_id, entrant_token, call.connection);
    // A caller that may be an entrant, and did not show which one, is not led to a second place.
    if (!known.ok)
      return leagueRefusal(known, call, known.code === "ENTRANT_REQUIRED" ? null : getLeagueNext(league_id));
    const { number, kind } = known.value.entrant;
    const again = waitForMatchNext(league_id, entrant_token);
    if (kind !== "agent") return leagueRefusal(calledItself, call, getLeagueNext(league_id));
    const byToken = entrant_token !== undefined;
    call.run?.waits({
      tool: "waitForNextMatch",
      args: { league_id },
      holder: { entrant: number },
      byToken,
    });
    const ms = waitMs(call, timeout_seconds ?? call.waitSeconds());
    const next = await whileWaiting(call, ms / 1000, "Waiting for your next match…", () =>
      call.lobby.nextMatch({ league: league_id, number }, ms, call.signal, call.connection),
    );
    if (!next.ok) {
      // An entrant that is out has nothing to wait for. Whatever else there is passes, and its matches go on.
      if (next.code === "LEAGUE_CLOSED") return closedAnswer(next, call, league_id, entrant_token);
      return leagueRefusal(next, call, inFiveSeconds(again));
    }
    switch (next.value.kind) {
      case "over":
        return finalAnswer(call, next.value.live);
      case "timeout":
      case "closing":
        return timeoutAnswer(next.value.live, again, next.value.kind === "closing");
      case "match": {
        const { live, match, game, place } = next.value;
        const { seat } = game.state.seats[place];
        const opponent = game.state.seats[place === 0 ? 1 : 0];
        const by = byToken ? "token" : "connection";
        const held = by === "connection" ? await heldOver(call, game, seat) : accept(game);
        if (!held.ok) return leagueRefusal(held, call, inFiveSeconds(again));
        const answer = seatedAnswer(call, held.value, {
          seat,
          by,
          title: `Your match in round ${match.round} of league ${league_id} has begun.`,
          facts: [`- Opponent: ${quoted(opponent.name ?? "")}`, `- Match: ${match.number}`],
        });
        const { format } = live.league.settings;
        const terms = game.state.league?.armageddon ? { draw_wins_for: game.state.seats[1].seat } : {};
        return { ...answer, structured: { ...answer.structured, league_id, format, champion: null, ...terms } };
      }
    }
  },
});

/** The game with the seat held over the caller's connection: there it plays without a token, and is told none. */
async function heldOver(
  { authority, games, credentials }: Pick<Call, "authority" | "games" | "credentials">,
  { state }: LiveGame,
  seat: Seat,
): Promise<Result<LiveGame>> {
  const token = authority.tokenOf(state, seatedAt(state, seat)) ?? undefined;
  return gameOfAnswer(await games.join(state.id, "", credentials(token)));
}

const calledItself = invalid(
  "You take part as a server: Kibitz calls you at your endpoint, and there is nothing to wait for",
);

async function finalAnswer(call: Pick<Call, "games" | "ratings">, live: LiveLeague): Promise<ToolAnswer> {
  const { text, report, standings } = await tableOf(call, live);
  return leagueAnswer(live, {
    title:
      report.champion === null ? "The league is over." : `The league is over. Champion: ${quoted(report.champion)}.`,
    more: text,
    structured: { standings },
    next: null,
  });
}

function timeoutAnswer(live: LiveLeague, again: NextAction, isClosing: boolean): ToolAnswer {
  const waits =
    live.league.status === "running"
      ? "This is normal: your next match begins when others are done with theirs."
      : "This is normal: the league has not been started yet, or is paused.";
  return leagueAnswer(live, {
    title: "Timeout: No match yet. Please call this tool again immediately.",
    more: isClosing ? null : waits,
    structured: { status: "timeout" },
    next: isClosing ? onceRestarted(again) : again,
  });
}
