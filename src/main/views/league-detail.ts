import { reasonsOf } from "../../games/game.ts";
import { gameOf } from "../../games/register.ts";
import type {
  LeagueDetail,
  LeagueEntrant,
  LeagueEntrantDetail,
  LeagueEntrantGame,
  ReviewState,
} from "../../shared/leagues.ts";
import { accept, type Result, refuse } from "../../shared/result.ts";
import type { LiveLeague } from "../league/live-league.ts";
import { whyItStays } from "../league/machine/decide.ts";
import {
  type Entrant,
  entrantOf,
  isOver,
  type League,
  type Match,
  matchesOf,
  seatIndexOf,
  worthTo,
} from "../league/machine/league.ts";
import { leagueJoinPrompt } from "./join-prompt.ts";
import { gamesOver } from "./league-quality.ts";
import { playsOf } from "./league-settings.ts";
import { busyIn, type Known, leagueReport, standingsIn, statusIn } from "./league-view.ts";

/** A league as its page shows it: the report, and who came. */
export const leagueDetail = (live: LiveLeague, known: Known): LeagueDetail => ({
  ...leagueReport(live, known),
  ...lifeOf(live.league),
  field: fieldView(live.league),
  review: reviewState(live.league, known),
});

/** How many of the games that are over an engine has looked through; null in games that none knows. */
function reviewState(league: League, { reviews }: Known): ReviewState | null {
  if (!gameOf(league.settings.game).engine) return null;
  const games = gamesOver(league);
  return { games: games.length, reviewed: games.filter((id) => reviews.has(id)).length };
}

const dateOf = (time: number | null): string | null => (time === null ? null : new Date(time).toISOString());

/** What of a league's life changes beside its matches. */
export function lifeOf({ id, status, startedAt, finishedAt }: League) {
  const open = status === "registration_open" || status === "ready";
  return {
    started_at: dateOf(startedAt),
    finished_at: dateOf(finishedAt),
    join_prompt: open ? leagueJoinPrompt(id) : null,
  };
}

function fieldView(league: League): readonly LeagueEntrant[] {
  const busy = busyIn(league);
  return league.entrants.map((entrant) => entrantView(league, entrant, busy.has(entrant.number)));
}

export const entrantView = (league: League, entrant: Entrant, busy: boolean): LeagueEntrant => ({
  number: entrant.number,
  name: entrant.name,
  kind: entrant.kind,
  status: statusIn(entrant, busy),
  plays: playsOf(entrant),
  can_take_out: entrant.status !== "out" && !isOver(league) && whyItStays(league, entrant) === null,
});

/** One entrant with all its games. Refuses with `INVALID_ARGUMENT` a number that is nobody's. */
export function entrantDetail(
  { league, version }: LiveLeague,
  number: number,
  known: Known,
): Result<LeagueEntrantDetail> {
  const entrant = entrantOf(league, number);
  if (!entrant) return refuse("INVALID_ARGUMENT", `League ${league.id} has no entrant ${number}`);
  const own = matchesOf(league).filter(({ a, b }) => a === number || b === number);
  return accept({
    ...{ league_id: league.id, league: league.name, game: league.settings.game, version },
    entrant: entrantView(league, entrant, busyIn(league).has(number)),
    standing: standingsIn(league, known).find((row) => row.number === number) ?? null,
    games: own.flatMap((match) => gamesOf(league, match, number)).toReversed(),
  });
}

function gamesOf(league: League, match: Match, number: number): readonly LeagueEntrantGame[] {
  const kind = gameOf(league.settings.game);
  const side = match.a === number ? "a" : "b";
  const place = side === "a" ? 0 : 1;
  const opponent = entrantOf(league, (side === "a" ? match.b : match.a) ?? 0)?.name ?? "";
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
      mean_move_ms: moves === 0 ? null : Number((result.ms[place] / moves).toFixed(1)),
      illegal: result.illegal[place],
      opening: opening ?? null,
    };
  });
}
