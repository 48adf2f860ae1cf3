import type { Effort } from "../../../shared/events.ts";
import type { LeagueEntrantDetail, LeagueMatchDetail, LeagueTrouble, PlayerCall } from "../../../shared/leagues.ts";
import { accept, invalid, type Result } from "../../../shared/result.ts";
import { runInSlices } from "../../base/run-in-slices.ts";
import type { Games } from "../../games/games.ts";
import type { LiveGame } from "../../games/live-game.ts";
import type { Leagues } from "../../league/leagues.ts";
import * as machine from "../../league/machine/league.ts";
import { endsByFailure } from "../../league/machine/rated-games.ts";
import { leagueStandings } from "../../league/machine/rounds.ts";
import type { CallLog } from "../../players/call-log.ts";
import { LATER } from "../game/game-view.ts";
import { matchView, outIn } from "./league-view.ts";

/** The newest of an entrant's troubles that are told, and the events of its league that are looked through for them. */
const MOST_TROUBLES = 20;
const MOST_EVENTS = 2_000;
/** Games that were lost without a move of the loser's own that are opened for the reason, the newest. */
const MOST_GAMES = 20;

export interface TroubleParts {
  readonly leagues: Pick<Leagues, "lastEvents">;
  readonly games: Pick<Games, "get">;
  readonly calls: Pick<CallLog, "of" | "statusOf">;
}

/** An entrant's failures, newest first, and the last calls to it. */
export async function entrantTroubles(
  live: machine.LiveLeague,
  number: number,
  { leagues, games, calls }: TroubleParts,
): Promise<Pick<LeagueEntrantDetail, "troubles" | "calls" | "status_told">> {
  const { league } = live;
  const own = await runInSlices(machine.fromMatches(league, (match) => (machine.isIn(match, number) ? [match] : [])));
  const troubles = [
    ...(await absencesIn(live, own, number, leagues)),
    ...(await lostGamesOf(own, number, games)),
  ].toSorted((one, other) => other.at.localeCompare(one.at));
  const entrant = { league: league.id, number };
  return {
    troubles: troubles.slice(0, MOST_TROUBLES),
    calls: calls.of(entrant).map((call) => withoutSecrecy(league, call)),
    status_told: calls.statusOf(entrant),
  };
}

/** A call as the person may see it: no answer of a game under way, and where people play, no prompt or failure. */
function withoutSecrecy(league: machine.League, call: PlayerCall): PlayerCall {
  const isUnderWay = league.current.some(({ games }) =>
    games.some(({ id, result }) => result === null && call.about.startsWith(`${id}-`)),
  );
  if (!isUnderWay) return call;
  const answered = call.answered && LATER;
  const hasPeople = league.entrants.some(({ kind }) => kind === "human");
  return hasPeople ? { ...call, failure: call.failure && LATER, asked: "", answered } : { ...call, answered };
}

/** Suspensions and forfeited matches, as far back as the league's log is looked through. */
async function absencesIn(
  live: machine.LiveLeague,
  own: readonly machine.Match[],
  number: number,
  leagues: TroubleParts["leagues"],
): Promise<readonly LeagueTrouble[]> {
  const matches = new Map(own.map((match) => [match.number, match]));
  const troubles: LeagueTrouble[] = [];
  let reason: string | null = null;
  for (const { at: time, event } of await leagues.lastEvents(live, MOST_EVENTS)) {
    const at = new Date(time).toISOString();
    const tell = (match: number | null, text: string) => troubles.push({ at, match, game_id: null, text });
    if (event.type === "entrantSuspended" && event.entrant === number) {
      reason = event.reason ?? reason;
      if (event.misses === 0 || event.reason !== undefined)
        tell(null, `Suspended until it answers: ${event.reason ?? machine.NOT_TAKEN}`);
    } else if (event.type === "entrantReturned" && event.entrant === number) reason = null;
    else if ((event.type === "entrantLeft" || event.type === "entrantTakenOut") && event.entrant === number)
      tell(null, `Out of the league: ${machine.whyOut(live.league, number)}${reason === null ? "" : ` (${reason})`}`);
    else if (event.type === "matchReported" && event.termination === "forfeit" && event.winner !== number) {
      const match = matches.get(event.match);
      if (match && !match.games.some(({ result }) => isForfeitAfterStart(result)))
        tell(
          event.match,
          `Match ${event.match} forfeited: ${match.invitedAt === null ? "it was out already" : (reason ?? machine.NOT_TAKEN)}`,
        );
    }
  }
  return troubles;
}

/** Whether a game ended because a side gave no move. */
const isMoveMissing = (result: machine.GameResult): boolean =>
  endsByFailure.includes(result.termination) && (result.termination !== "forfeit" || isForfeitAfterStart(result));

/** Whether a game that began is a forfeit: a side gave up its first move, or left. */
const isForfeitAfterStart = (result: machine.GameResult | null): boolean =>
  result?.termination === "forfeit" && result.figures !== undefined;

async function lostGamesOf(own: readonly machine.Match[], number: number, games: TroubleParts["games"]) {
  const lost = own.flatMap((match) => {
    const side = machine.sideOf(match, number);
    return match.games.flatMap(({ id, result }) =>
      result && result.winner !== side && isMoveMissing(result) ? [{ match, id, result, side }] : [],
    );
  });
  const troubles: LeagueTrouble[] = [];
  for (const { match, id, result } of lost.slice(-MOST_GAMES)) {
    const game = await games.get(id);
    if (!game.ok) continue;
    const live = game.value;
    const missedMove = live.lostBy && entrantAt(live, live.lostBy.seat) === number ? live.lostBy : null;
    if (!missedMove && (live.lostBy || result.termination === "forfeit")) continue;
    const why =
      missedMove?.effort.failures.join("; ") ||
      (result.termination === "illegal-moves" ? "the rules refused too many of its moves" : "no move came");
    const text = `Game ${id} lost (${result.termination}): ${why}`;
    troubles.push({ at: new Date(live.lastEventAt).toISOString(), match: match.number, game_id: id, text });
  }
  return troubles;
}

function entrantAt({ state }: LiveGame, seat: string): number | null {
  return state.league?.entrants[state.seats.findIndex((each) => each.seat === seat)] ?? null;
}

/** One match with the reasons for what went wrong in it. Refuses with `INVALID_ARGUMENT` a number that no match has. */
export async function matchDetail(
  live: machine.LiveLeague,
  number: number,
  parts: TroubleParts,
): Promise<Result<LeagueMatchDetail>> {
  const { league } = live;
  const match = machine.matchNumbered(league, number);
  if (!match) return invalid(`League ${league.id} has no match ${number}`);
  const nameOf = (entrant: number | null) => machine.nameOf(league, entrant);
  const games = await Promise.all(
    match.games.map(async ({ id, result }): Promise<LeagueMatchDetail["games"][number]> => {
      const game = await parts.games.get(id);
      const winner = result?.winner ? nameOf(match[result.winner]) : null;
      const how = { reason: result?.reason ?? null, termination: result?.termination ?? null };
      // A failure in a game under way may reveal something to an opponent.
      return { game_id: id, winner, ...how, efforts: game.ok && result ? effortsIn(game.value, nameOf) : [] };
    }),
  );
  const isOfMatch = ({ about }: PlayerCall) =>
    about.startsWith(`${machine.matchIdOf(league.id, number)}-`) ||
    match.games.some(({ id }) => about.startsWith(`${id}-`));
  const table = await runInSlices(leagueStandings(league));
  const players = await Promise.all(
    [match.a, match.b]
      .flatMap((entrant) => (entrant === null ? [] : [entrant]))
      .map(async (entrant) => {
        const { troubles, calls } = await entrantTroubles(live, entrant, parts);
        const row = table.find((each) => each.number === entrant);
        const out = row ? outIn(league, row) : null;
        return {
          name: nameOf(entrant),
          rank: row?.rank ?? 0,
          of: table.length,
          ...(out === null ? {} : { out }),
          troubles: troubles.filter(({ match: about }) => about === null || about === number),
          calls: calls.filter(isOfMatch),
        };
      }),
  );
  const { status, termination, winner, score } = matchView(league, match);
  const about = { league_id: league.id, league: league.name, match: number, round: match.round };
  const games_planned = league.settings.games_per_match;
  return accept({ ...about, status, termination, winner, score, games_planned, games, players });
}

/** The note that a move was random, with the reason where its failures do not say so. */
const byChance = ({ fallback, failures }: Effort): readonly string[] => {
  if (fallback === null) return [];
  return [failures.includes(fallback) ? "made by chance" : `made by chance (${fallback})`];
};

function effortsIn(
  live: LiveGame,
  nameOf: (entrant: number | null) => string,
): LeagueMatchDetail["games"][number]["efforts"] {
  const texts = live.moves.flatMap(({ effort, seat }, index) => {
    const text = effort ? [...effort.failures, ...byChance(effort)].join("; ") : "";
    return text === "" ? [] : [{ ply: index + 1, name: nameOf(entrantAt(live, seat)), text }];
  });
  if (!live.lostBy) return texts;
  const { seat, effort } = live.lostBy;
  const why = effort.failures.join("; ") || "no move came";
  return [
    ...texts,
    { ply: live.moves.length + 1, name: nameOf(entrantAt(live, seat)), text: `${why}; the game is lost` },
  ];
}
