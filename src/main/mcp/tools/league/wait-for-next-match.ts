import { z } from "zod";
import { accept, invalid } from "../../../../shared/result.ts";
import type { Seat } from "../../../../shared/terms.ts";
import { quote } from "../../../../shared/text.ts";
import { gameOfAnswer, type LiveGame } from "../../../games/live-game.ts";
import { seatedAt } from "../../../games/machine/game-state.ts";
import { seatFreed } from "../../../games/machine/rights.ts";
import type { LiveLeague } from "../../../league/machine/league.ts";
import * as answers from "../../answers/answer.ts";
import { waitMs, whileWaiting } from "../../answers/turn-answers.ts";
import { TTL_MS, usualPace } from "../../tasks/tasks.ts";
import type { Call } from "../call.ts";
import { timeoutSeconds, waitedSeconds } from "../fields.ts";
import { seatedAnswer } from "../seats.ts";
import { defineTool } from "../tool.ts";
import * as shared from "./shared.ts";

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
    if (!entrant.ok)
      return shared.leagueRefusal(
        entrant,
        call,
        entrant.code === "ENTRANT_REQUIRED" ? null : shared.getLeagueNext(league_id),
      );
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
      return shared.leagueRefusal(next, call, answers.inFiveSeconds(again));
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
        const current = by === "connection" ? await heldOver(call, game, seat) : accept(game);
        if (!current.ok) return shared.leagueRefusal(current, call, answers.inFiveSeconds(again));
        const start = call.run ? await onceToMove(call, current.value, seat) : current;
        if (!start.ok) return shared.leagueRefusal(start, call, answers.inFiveSeconds(again));
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
async function heldOver({ authority, games, credentials }: Call, { state }: LiveGame, seat: Seat) {
  const token = authority.tokenOf(state, seatedAt(state, seat)) ?? undefined;
  return gameOfAnswer(await games.join(state.id, "", credentials(token)));
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
const figures = ["rank", "name", "points", "played", "won", "drawn", "lost", "byes"] as const;

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
    fields: { standings: standings.map((row) => Object.fromEntries(figures.map((name) => [name, row[name]]))) },
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
