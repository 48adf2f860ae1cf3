import { setImmediate as nextPass } from "node:timers/promises";
import { reasonsOf } from "../../games/game.ts";
import { definitionOf } from "../../games/register.ts";
import type {
  LeagueDetail,
  LeagueEntrant,
  LeagueEntrantDetail,
  LeagueEntrantGame,
  LeagueLife,
  LeagueRandomness,
  ReviewState,
} from "../../shared/leagues.ts";
import { accept, invalid, type Result } from "../../shared/result.ts";
import type { Steps } from "../../shared/steps.ts";
import { runInSlices } from "../base/run-in-slices.ts";
import type { LiveLeague } from "../league/live-league.ts";
import { holdsToken, takesEntrants, whyItStays } from "../league/machine/decide.ts";
import {
  type Entrant,
  entrantOf,
  isIn,
  isOver,
  type League,
  type Match,
  opponentName,
  placeOf,
  seatIndexOf,
  sideOf,
  worthTo,
} from "../league/machine/league.ts";
import { leagueCrosstable } from "../league/machine/rounds.ts";
import { protocolLeagueState, protocolPlayerState, protocolRefereeState } from "../league/machine/states.ts";
import { fromMatches } from "./from-matches.ts";
import { leagueJoinPrompt } from "./join-prompt.ts";
import { gamesPlayed } from "./league-quality.ts";
import { playsOf } from "./league-settings.ts";
import {
  busyIn,
  type Extent,
  everything,
  type Known,
  leagueReport,
  randomnessOf,
  roundViews,
  standingsIn,
  statusIn,
} from "./league-view.ts";
import { rounded } from "./ratio.ts";

/** A league as its page shows it: the report, and who came. In pieces. */
export function* leagueDetail(live: LiveLeague, known: Known, extent = everything(live.league)): Steps<LeagueDetail> {
  const { league } = live;
  const busy = busyIn(league);
  return {
    ...(yield* leagueReport(live, known, extent)),
    ...lifeOf(league),
    field: league.entrants.map((entrant) => entrantView(league, entrant, busy.has(entrant.number))),
    review: yield* reviewState(league, known),
  };
}

/** The same as JSON, in parts, of which each is made when the one before it has been read. */
export async function* leagueText(live: LiveLeague, known: Known): AsyncGenerator<string, void> {
  const { league } = live;
  const { rounds, crosstable, ...rest } = await runInSlices(leagueDetail(live, known, nothing));
  yield `${JSON.stringify(rest).slice(0, -1)},"rounds":[`;
  let before = "";
  for (const round of roundViews(league)) {
    yield `${before}${JSON.stringify(round)}`;
    before = ",";
    await nextPass();
  }
  yield '],"crosstable":[';
  for (const [index, row] of (await runInSlices(leagueCrosstable(league))).entries())
    yield `${index === 0 ? "" : ","}${JSON.stringify(row)}`;
  yield "]}";
}

const nothing: Extent = { rounds: [], crossed: false };

/** How many of the games that are over an engine has looked through; null in games that none knows. */
function* reviewState(league: League, { reviews }: Known): Steps<ReviewState | null> {
  if (!definitionOf(league.settings.game).engine) return null;
  const games = yield* gamesPlayed(league);
  return { games: games.length, reviewed: games.filter((id) => reviews.has(id)).length };
}

const dateOf = (time: number | null): string | null => (time === null ? null : new Date(time).toISOString());

/** The changing parts of a league beside its matches. */
export function lifeOf(league: League): LeagueLife & Pick<LeagueRandomness, "secret"> {
  const { id, startedAt, finishedAt, settings, referees } = league;
  return {
    started_at: dateOf(startedAt),
    finished_at: dateOf(finishedAt),
    secret: randomnessOf(league).secret,
    join_prompt: takesEntrants(league) ? leagueJoinPrompt(id) : null,
    state: protocolLeagueState(league),
    ...(settings.referees
      ? { referees: referees.map((referee) => ({ name: referee.name, state: protocolRefereeState(league, referee) })) }
      : {}),
  };
}

export const entrantView = (league: League, entrant: Entrant, busy: boolean): LeagueEntrant => ({
  number: entrant.number,
  name: entrant.name,
  kind: entrant.kind,
  status: statusIn(entrant, busy),
  plays: playsOf(entrant),
  capabilities: entrant.profile?.capabilities ?? null,
  ...(entrant.late ? { late: entrant.late } : {}),
  ...(entrant.settings.endpoint === undefined ? {} : { state: protocolPlayerState(league, entrant) }),
  can_take_out: entrant.status !== "out" && !isOver(league) && whyItStays(league, entrant) === null,
  can_reissue: !isOver(league) && holdsToken(entrant),
  ...(entrant.reserved && entrant.status !== "out" && !isOver(league)
    ? { join_prompt: leagueJoinPrompt(league.id, entrant.name) }
    : {}),
});

/** One entrant with all its games, in pieces. Refuses with `INVALID_ARGUMENT` a number that is nobody's. */
export function* entrantDetail(
  { league, version }: LiveLeague,
  number: number,
  known: Known,
): Steps<Result<Omit<LeagueEntrantDetail, "troubles" | "calls" | "status_told">>> {
  const entrant = entrantOf(league, number);
  if (!entrant) return invalid(`League ${league.id} has no entrant ${number}`);
  const games = yield* fromMatches(league, (match) => (isIn(match, number) ? gamesOf(league, match, number) : []));
  return accept({
    league_id: league.id,
    league: league.name,
    game: league.settings.game,
    version,
    entrant: entrantView(league, entrant, busyIn(league).has(number)),
    standing: (yield* standingsIn(league, known)).find((row) => row.number === number) ?? null,
    games: games.toReversed(),
  });
}

function gamesOf(league: League, match: Match, number: number): readonly LeagueEntrantGame[] {
  const kind = definitionOf(league.settings.game);
  const side = sideOf(match, number);
  const place = placeOf(side);
  const opponent = opponentName(league, match, number);
  return match.games.map((game): LeagueEntrantGame => {
    const { result } = game;
    const seat = kind.seats[seatIndexOf(game, side)];
    const base = { game_id: game.id, round: match.round, opponent, seat };
    if (!result) {
      const unknown = { result: null, reason: null, termination: null, mean_move_ms: null, opening: null };
      return { ...base, ...unknown, moves: 0, illegal: 0 };
    }
    const { reason, termination, opening } = result;
    const worth = worthTo(side, result);
    const moves = result.moves[place];
    return {
      ...base,
      result: worth === 1 ? "won" : worth === 0 ? "lost" : "drawn",
      reason: reason === "unfinished" ? "Unfinished" : (reasonsOf(kind)[reason] ?? reason),
      termination,
      moves,
      mean_move_ms: moves === 0 ? null : rounded(result.ms[place] / moves, 1),
      illegal: result.illegal[place],
      opening: opening ?? null,
    };
  });
}
