import type { GameReviewed } from "../../shared/events.ts";
import type { LeagueQuality, LeagueReview } from "../../shared/leagues.ts";
import { accept, type Result } from "../../shared/result.ts";
import { entrantOf, type League, matchesOf, seatIndexOf } from "../league/machine/league.ts";
import type { LiveGame } from "../tables/live-game.ts";
import type { Tables } from "../tables/tables.ts";
import type { AnalysisParts } from "./analysis.ts";
import { reviewAndKeep } from "./review.ts";

/** A side of a game, and whose it was. */
interface Side {
  readonly entrant: number;
  readonly found: GameReviewed["seats"][string];
}

/**
 * Looks through one more of so many games of a league, spread over all that are over, each position with so many nodes,
 * and keeps what it found with the game; then tells what is known of those games. Refuses where no engine knows the
 * game, or as the analyst does.
 */
export async function reviewNext(
  league: League,
  { games: most, nodes }: { readonly games: number; readonly nodes: number },
  { tables, analysis }: { readonly tables: Tables; readonly analysis: AnalysisParts },
  signal: AbortSignal,
): Promise<Result<LeagueReview>> {
  const sides: Side[] = [];
  let reviewed = 0;
  let looked = false;
  const chosen = spread(gamesOver(league), most);
  for (const { id, seats } of chosen) {
    const game = await tables.get(id);
    if (!game.ok) return game;
    const known = isEnough(game.value, nodes);
    if (!known && looked) continue;
    const found = known ? game : await reviewAndKeep(game.value, nodes, { tables, analysis }, signal);
    if (!found.ok) return found;
    looked ||= !known;
    reviewed += 1;
    const { table } = found.value;
    for (const [place, entrant] of seats.entries()) {
      const side = table.review?.seats[table.seats[place]?.seat ?? ""];
      if (side) sides.push({ entrant, found: side });
    }
  }
  return accept({ league_id: league.id, nodes, games: chosen.length, reviewed, entrants: qualityIn(league, sides) });
}

const isEnough = ({ table }: LiveGame, nodes: number): boolean => (table.review?.nodes ?? 0) >= nodes;

/** The games that were played to an end, and who sat in which seat. */
const gamesOver = (league: League) =>
  matchesOf(league).flatMap(({ a, b, games }) =>
    games.flatMap((game) =>
      game.result && game.result.moves[0] + game.result.moves[1] > 0
        ? [{ id: game.id, seats: seatIndexOf(game, "a") === 0 ? [a, b ?? 0] : [b ?? 0, a] }]
        : [],
    ),
  );

/** So many of them at the most, at equal distances. */
function spread<T>(all: readonly T[], most: number): readonly T[] {
  const count = Math.min(all.length, most);
  return Array.from({ length: count }, (_, index) => all[Math.floor((index * all.length) / count)]).flatMap((each) =>
    each === undefined ? [] : [each],
  );
}

/** By entrant: accuracy as the mean of its games, centipawns as that of its moves. */
function qualityIn(league: League, sides: readonly Side[]): readonly LeagueQuality[] {
  return [...Map.groupBy(sides, ({ entrant }) => entrant)].map(([number, own]) => {
    const found = own.map((side) => side.found);
    const sum = (of: (side: Side["found"]) => number) => found.reduce((total, side) => total + of(side), 0);
    const played = found.filter(({ accuracy }) => accuracy !== null);
    const moves = sum((side) => side.moves);
    const tenth = (value: number) => Math.round(value * 10) / 10;
    return {
      number,
      name: entrantOf(league, number)?.name ?? "",
      games: played.length,
      accuracy: played.length === 0 ? null : tenth(sum(({ accuracy }) => accuracy ?? 0) / played.length),
      average_centipawn_loss: moves === 0 ? null : tenth(sum((side) => (side.centipawnLoss ?? 0) * side.moves) / moves),
      inaccuracies: sum((side) => side.inaccuracies),
      mistakes: sum((side) => side.mistakes),
      blunders: sum((side) => side.blunders),
    };
  });
}
