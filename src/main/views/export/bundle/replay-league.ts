import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { type LeagueEvent, leagueEventSchema } from "../../../../shared/league-events.ts";
import { accept, invalid, type Result } from "../../../../shared/result.ts";
import type { Steps } from "../../../../shared/steps.ts";
import { struct } from "../../../../shared/struct.ts";
import { afterStandstill, createLeague, decide, type LeagueCommand } from "../../../league/machine/decide.ts";
import * as machine from "../../../league/machine/league.ts";
import { resultOf } from "../../../league/machine/rounds.ts";

/** An entry of a league's log in a bundle. */
export const bundledEvent = struct({ at: z.number(), event: leagueEventSchema });
export type BundledEvent = z.infer<typeof bundledEvent>;

type ResultIn = (game: string) => machine.GameResult;

/**
 * Milliseconds from a decision to the time of its entry, since games that begin with it are played on before both are
 * stored: an invitation, made and expired by such entries, may have expired so much earlier or later than they let it.
 */
const STORED_WITHIN_MS = 2_000;

/**
 * Decides a league again from its log: the same commands at the same moments lead to the same lots, pairings, openings,
 * sides and results. Who came, left or answered, and what the person did, is taken from the log. Returns the league, and
 * its log until an entry that does not follow, with the reason (null for none). Yields in between.
 * @param original the league as it is told: its settings and entrants, and matches from before its start
 * @param resultIn the result of a game by its id, as it was played again
 */
export function* replayLeague(original: machine.League, log: readonly BundledEvent[], resultIn: ResultIn) {
  const { id, settings, openings } = original;
  const [first] = log;
  const { played: before = 0, name } = first?.event.type === "leagueCreated" ? first.event : { name: original.name };
  const past = machine.matchesOf(original).flatMap((match) => (match.round <= before ? resultOf(match) : []));
  let step = yield* createLeague(id, { name, settings, entrants: [], openings, past }, first?.at ?? 0);
  if (!step.ok) throw new Error(step.message);
  let { league } = step.value;
  const rows: BundledEvent[] = [];
  while (step.ok) {
    ({ league } = step.value);
    for (const event of step.value.events) rows.push({ at: log[rows.length]?.at ?? 0, event });
    if (rows.length >= log.length) break;
    step = yield* stepTo(league, log, rows.length, commandsFor(league, original, log, rows.length, resultIn));
  }
  return { league, log: rows, fault: step.ok ? null : step.message };
}

type ReplayCommand = LeagueCommand | { readonly type: "awake" };

/** The step of the first command that leads to the entries that are left. Refuses where none does. */
function* stepTo(
  league: machine.League,
  log: readonly BundledEvent[],
  from: number,
  commands: readonly ReplayCommand[],
): Steps<Result<machine.LeagueStep>> {
  const { at = 0 } = log[from] ?? {};
  const deadlines = machine.deadlinesIn(league).filter((each) => Math.abs(each - at) <= STORED_WITHIN_MS);
  // Where a game was left, logs of earlier versions have the end of its match at once, and later ones that of the game.
  for (const command of commands)
    for (const moment of command.type === "tick" ? [at, ...deadlines] : [at])
      for (const early of [true, false]) {
        const step: Result<machine.LeagueStep> =
          command.type === "awake"
            ? accept(afterStandstill(league, at, at))
            : yield* decide(league, command, moment, early);
        if (!step.ok) continue;
        const { league: next, events } = step.value;
        if (events.length === 0 || !events.every((event, index) => isDeepStrictEqual(event, log[from + index]?.event)))
          continue;
        // Invitations are made at the time of their entry, so that they expire in the order in which they were made.
        const current = next.current.map((each) => (each.invitedAt === moment ? { ...each, invitedAt: at } : each));
        return accept({ ...step.value, league: { ...next, current } });
      }
  return invalid("nothing in the league leads to it and what follows");
}

/** The commands of which one led to an entry of the log, the likeliest first. */
function commandsFor(
  league: machine.League,
  original: machine.League,
  log: readonly BundledEvent[],
  from: number,
  resultIn: ResultIn,
): readonly ReplayCommand[] {
  const event = log[from]?.event;
  const isLater = (test: (event: LeagueEvent) => boolean) =>
    log.some((each, index) => index > from && test(each.event));
  switch (event?.type) {
    case "entrantJoined": {
      const { entrant: number } = event;
      const entrant = machine.entrantOf(original, number);
      if (!entrant) return [];
      if (machine.entrantOf(league, number)) return [{ ...entrant, type: "claim", entrant: number, connection: "" }];
      const isReserved = entrant.reserved || isLater((later) => later.type === event.type && later.entrant === number);
      const rating = original.ratings[number - 1] ?? null;
      return [{ type: "join", entrant: { ...entrant, reserved: isReserved, connection: "", rating } }];
    }
    case "leagueStarted":
      return [{ type: "start", ratings: original.ratings.slice(0, league.entrants.length) }];
    case "entrantSuspended":
    case "entrantReturned":
    case "invitationAccepted":
    case "entrantLeft":
    case "entrantTakenOut":
    case "placeReissued": {
      const { entrant } = event;
      const { connection, status, misses } = machine.entrantOf(league, entrant) ?? {};
      // One that an expired invitation put out has missed one more.
      if (event.type === "entrantLeft" && machine.entrantOf(original, entrant)?.misses === misses)
        return [{ type: "leave", entrant }];
      // One that returned and was not suspended came over another connection.
      const isAnother = event.type === "entrantReturned" && status !== "suspended";
      return [
        { type: "answer", entrant, connection: `${connection ?? ""}${isAnother ? "+" : ""}` },
        { type: "tick" },
        { type: "suspend", entrant, reason: event.type === "entrantSuspended" ? (event.reason ?? "") : "" },
        { type: "leave", entrant },
        { type: "takeOut", entrant },
        { type: "reissue", entrant },
      ];
    }
    case "gameReported": {
      const { match: number, game } = event;
      const match = league.current.find((each) => each.number === number);
      if (!match?.away || !machine.isAway(match)) return [{ type: "report", game, result: resultIn(game) }];
      const games = machine.matchNumbered(original, number)?.games ?? [];
      const again = games.map(({ id }) => ({ record: [], result: resultIn(id) }));
      return [{ type: "record", match: number, referee: match.away.referee ?? "", games: again }];
    }
    case "refereeRegistered": {
      const referee = original.referees.find(({ id }) => id === event.referee);
      if (!referee) return [];
      // Only its last address is known, and each registration in the log changed something.
      const isLast = !isLater((later) => later.type === event.type && later.referee === event.referee);
      const endpoint = isLast ? referee.endpoint : String(from);
      return [{ type: "enlist", referee: { ...referee, name: event.name, endpoint, silent: false } }];
    }
    case "matchTakenBack": {
      const { attempt = 0 } = league.current.find((each) => each.number === event.match)?.away ?? {};
      const isGivenAgain = isLater((later) => later.type === "matchHandedOver" && later.match === event.match);
      const home = !isGivenAgain && machine.matchNumbered(original, event.match)?.away?.home === true;
      return [{ ...event, type: "takeBack", attempt, home }];
    }
    case "leagueRenamed":
      return [{ type: "rename", name: event.name }];
    case "leagueHeld":
      return [{ type: "hold", entrant: null, reason: event.reason }];
    case "leagueWaited":
      return [{ ...event, type: "wait" }];
    case "leagueUndertaken":
      return [{ type: "undertake" }, { type: "settle", hosts: event.hosts === 0 ? 0 : 1 }];
    default:
      return (["tick", "awake", "pause", "finish", "resume", "cancel", "undertake", "delete", "restore"] as const).map(
        (type) => ({ type }),
      );
  }
}
