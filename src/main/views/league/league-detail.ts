import { setImmediate as nextPass } from "node:timers/promises";
import { reasonsOf } from "../../../games/game.ts";
import { definitionOf } from "../../../games/register.ts";
import type * as leagues from "../../../shared/leagues.ts";
import type { LeagueChange } from "../../../shared/leagues.ts";
import { accept, invalid, type Result } from "../../../shared/result.ts";
import type { Steps } from "../../../shared/steps.ts";
import { runInSlices } from "../../base/run-in-slices.ts";
import { invitationsIn } from "../../league/invitations.ts";
import { holdsToken, isFull, takesEntrants, whyItStays } from "../../league/machine/decide.ts";
import * as machine from "../../league/machine/league.ts";
import { awaitedEntrants, type LiveLeague, matchesSince } from "../../league/machine/league.ts";
import { leagueCrosstable } from "../../league/machine/rounds.ts";
import { protocolLeagueState, protocolPlayerState, protocolRefereeState } from "../../league-v1/states.ts";
import { leagueJoinPrompt } from "../game/join-prompt.ts";
import { endingsIn } from "./league-figures.ts";
import { playsOf } from "./league-plan.ts";
import { gamesPlayed } from "./league-quality.ts";
import { roundTo } from "./league-sums.ts";
import * as leagueView from "./league-view.ts";
import { measureIn } from "./rating-view.ts";

/** A league as its page shows it: the report, and who came. In pieces. */
export function* leagueDetail(
  live: machine.LiveLeague,
  facts: leagueView.Facts,
  extent = leagueView.wholeExtent(live.league),
): Steps<leagues.LeagueDetail> {
  const { league } = live;
  const busy = leagueView.busyIn(league);
  return {
    ...(yield* leagueView.leagueReport(live, facts, extent)),
    ...lifeOf(league),
    field: league.entrants.map((entrant) => entrantView(league, entrant, busy.has(entrant.number))),
    review: yield* reviewState(league, facts),
  };
}

/** The same as JSON, in parts, of which each is made when the one before it has been read. */
export async function* leagueText(live: machine.LiveLeague, facts: leagueView.Facts): AsyncGenerator<string, void> {
  const { league } = live;
  const { rounds, crosstable, ...rest } = await runInSlices(leagueDetail(live, facts, noExtent));
  yield `${JSON.stringify(rest).slice(0, -1)},"rounds":[`;
  let before = "";
  for (const round of leagueView.roundViews(league)) {
    yield `${before}${JSON.stringify(round)}`;
    before = ",";
    await nextPass();
  }
  yield '],"crosstable":[';
  for (const [index, row] of (await runInSlices(leagueCrosstable(league))).entries())
    yield `${index === 0 ? "" : ","}${JSON.stringify(row)}`;
  yield "]}";
}

const noExtent: leagueView.Extent = { rounds: [], hasTable: false };

/** How many of the games that are over an engine has looked through; null in games that none knows. */
function* reviewState(league: machine.League, { reviews }: leagueView.Facts): Steps<leagues.ReviewState | null> {
  if (!definitionOf(league.settings.game).engine) return null;
  const games = yield* gamesPlayed(league);
  return { games: games.length, reviewed: games.filter((id) => reviews.has(id)).length };
}

/** The prompt that lets an assistant in; of a full league with a named place, the one with its name. */
function joinPromptOf(league: machine.League): string | null {
  if (!takesEntrants(league)) return null;
  if (!isFull(league)) return leagueJoinPrompt(league.id);
  const place = machine.presentIn(league).find(({ reserved }) => reserved);
  return place ? leagueJoinPrompt(league.id, place.name) : null;
}

/** The changing parts of a league beside its matches. */
export function lifeOf(league: machine.League): leagues.LeagueLife & Pick<leagues.LeagueRandomness, "secret"> {
  const { startedAt, finishedAt, settings, referees } = league;
  return {
    started_at: leagueView.dateOf(startedAt),
    finished_at: leagueView.dateOf(finishedAt),
    secret: leagueView.randomnessOf(league).secret,
    join_prompt: joinPromptOf(league),
    state: protocolLeagueState(league),
    ...(settings.referees
      ? { referees: referees.map((referee) => ({ name: referee.name, state: protocolRefereeState(league, referee) })) }
      : {}),
  };
}

const entrantView = (league: machine.League, entrant: machine.Entrant, busy: boolean): leagues.LeagueEntrant => ({
  number: entrant.number,
  name: entrant.name,
  kind: entrant.kind,
  status: leagueView.statusIn(entrant, busy),
  plays: playsOf(entrant),
  capabilities: entrant.profile?.capabilities ?? null,
  ...(entrant.late ? { late: entrant.late } : {}),
  ...(entrant.settings.endpoint === undefined ? {} : { state: protocolPlayerState(league, entrant) }),
  ...awaitedView(league, entrant),
  can_take_out: entrant.status !== "out" && !machine.isOver(league) && whyItStays(league, entrant) === null,
  can_reissue: !machine.isOver(league) && holdsToken(entrant),
  ...(entrant.reserved && entrant.status !== "out" && !machine.isOver(league)
    ? { join_prompt: leagueJoinPrompt(league.id, entrant.name) }
    : {}),
});

function awaitedView(league: machine.League, { number }: machine.Entrant): Pick<leagues.LeagueEntrant, "awaited"> {
  const until = machine.awaitedEntrants(league).get(number);
  return until === undefined ? {} : { awaited: { until: leagueView.dateOf(until) } };
}

/** One entrant with all its games, in pieces. Refuses with `INVALID_ARGUMENT` a number that is nobody's. */
export function* entrantDetail(
  { league, version }: machine.LiveLeague,
  number: number,
  facts: leagueView.Facts,
): Steps<Result<Omit<leagues.LeagueEntrantDetail, "troubles" | "calls" | "status_told">>> {
  const entrant = machine.entrantOf(league, number);
  if (!entrant) return invalid(`League ${league.id} has no entrant ${number}`);
  const games = yield* machine.fromMatches(league, (match) =>
    machine.isIn(match, number) ? gamesOf(league, match, number) : [],
  );
  return accept({
    league_id: league.id,
    league: league.name,
    game: league.settings.game,
    version,
    entrant: entrantView(league, entrant, leagueView.busyIn(league).has(number)),
    standing: (yield* leagueView.standingsIn(league, facts)).find((row) => row.number === number) ?? null,
    games: games.toReversed(),
  });
}

function gamesOf(league: machine.League, match: machine.Match, number: number): readonly leagues.LeagueEntrantGame[] {
  const kind = definitionOf(league.settings.game);
  const side = machine.sideOf(match, number);
  const place = machine.placeOf(side);
  const opponent = machine.opponentName(league, match, number);
  return match.games.map((game): leagues.LeagueEntrantGame => {
    const { result } = game;
    const worth = result && machine.worthTo(side, result);
    const reason = result?.reason ?? null;
    const moves = result?.moves[place] ?? 0;
    return {
      game_id: game.id,
      round: match.round,
      opponent,
      seat: kind.seats[machine.seatIndexOf(game, side)],
      result: worth === null ? null : worth === 1 ? "won" : worth === 0 ? "lost" : "drawn",
      reason: reason === machine.UNREAD ? "Unfinished" : reason && (reasonsOf(kind)[reason] ?? reason),
      termination: result?.termination ?? null,
      moves,
      mean_move_ms: result && moves > 0 ? roundTo(result.ms[place] / moves, 1) : null,
      illegal: result?.illegal[place] ?? 0,
      opening: result?.opening ?? null,
    };
  });
}

/** The rows of a league's table as they were told, by the entrants' numbers. */
export type ToldRows = ReadonlyMap<number, string>;

/** The changes in a league since a version, or since before its first (null), and the rows told. In pieces. */
export function* leagueChange(
  toldRows: ToldRows | undefined,
  from: LiveLeague | null,
  live: LiveLeague,
): Steps<{ readonly news: LeagueChange; readonly rows: ToldRows }> {
  const { league, version } = live;
  const earlier = from?.league ?? null;
  const [busy, wasBusy] = [leagueView.busyIn(league), earlier ? leagueView.busyIn(earlier) : new Set<number>()];
  const [awaited, wasAwaited] = [awaitedEntrants(league), earlier ? awaitedEntrants(earlier) : new Map<number, null>()];
  const knownEntrants = new Set(earlier?.entrants);
  // The state of a match depends on whether its league goes on.
  const changed = matchesSince(earlier, league);
  const matches = earlier?.status === league.status ? changed : new Set([...changed, ...league.current]);
  const rows = (yield* leagueView.standingsIn(league, leagueView.nothingKnown)).map(
    ({ rating: _, quality: __, ...row }) => ({
      row,
      text: JSON.stringify(row),
    }),
  );
  const [pair, measure] = [leagueView.pairResultsIn(league), measureIn(league)];
  return {
    news: {
      ...leagueView.leagueSummary(league),
      ...lifeOf(league),
      from: from?.version ?? 0,
      version,
      matches: [...matches].map((match) => ({ ...leagueView.matchView(league, match), round: match.round })),
      standings: rows.flatMap(({ row, text }): LeagueChange["standings"] =>
        toldRows?.get(row.number) === text ? [] : [row],
      ),
      field: league.entrants
        .filter(
          (entrant) =>
            !knownEntrants.has(entrant) ||
            busy.has(entrant.number) !== wasBusy.has(entrant.number) ||
            awaited.get(entrant.number) !== wasAwaited.get(entrant.number),
        )
        .map((entrant) => entrantView(league, entrant, busy.has(entrant.number))),
      endings: endingsIn(rows.map(({ row }) => row)),
      reasons: leagueView.reasonsOfGames(league),
      ...(pair ? { pair } : {}),
      ...(measure ? { measure } : {}),
      calls: invitationsIn(league),
    },
    rows: new Map(rows.map(({ row, text }) => [row.number, text])),
  };
}
