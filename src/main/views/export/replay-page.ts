import { endingSentence, nextSeat } from "../../../games/game.ts";
import { mainLine } from "../../../shared/lines.ts";
import type { ReplayMove, ReplaySeed } from "../../../shared/replay.ts";
import * as replay from "../../../shared/replay.ts";
import type { Result } from "../../../shared/result.ts";
import type { Steps } from "../../../shared/steps.ts";
import { seatTitle } from "../../../shared/terms.ts";
import { runInSlices } from "../../base/run-in-slices.ts";
import { CONCEALED, type LiveGame } from "../../games/live-game.ts";
import { isHidden, kindOf, type SeatState, viewOf } from "../../games/machine/game-state.ts";
import { fromMatches, type League } from "../../league/machine/league.ts";
import { openingOf } from "../game/game-view.ts";
import { startOf } from "../game/replay.ts";
import { linesOf } from "./game-pgn.ts";

/** The tags of a record that tell where and when it was played. */
const sourceTags = ["Event", "Site", "Date", "Round", "Annotator", "WhiteElo", "BlackElo"] as const;

/** A game as its replay page shows it: of one that goes on, what everybody may see. Yields between moves. */
export function* replaySeed(game: LiveGame, look: ReplaySeed["look"], thoughts = true): Steps<ReplaySeed> {
  const { state: gameState } = game;
  const kind = kindOf(gameState);
  const { rules, words } = kind;
  const lines = linesOf(game, thoughts ? "beside" : "nowhere");
  const seats = new Map(mainLine(lines).map((place, ply) => [place, game.moves[ply]?.seat]));
  const start = startOf(gameState);
  const states = new Map<number, { readonly state: unknown; readonly ply: number }>([[-1, { state: start, ply: 0 }]]);
  const moves: ReplayMove[] = [];
  for (const [place, move] of lines.moves.entries()) {
    const before = states.get(move.after);
    const seat = seats.get(place) ?? (before && nextSeat(rules, before.state)) ?? "";
    const play = before && rules.play(before.state, seat, move.code);
    if (!before || !play?.ok) throw new Error(`game ${gameState.id} does not replay at move ${place}`);
    const { state } = play.value;
    states.set(place, { state, ply: before.ply + 1 });
    const number = words.moves(gameState.options, [move.text], before.ply).slice(0, -move.text.length).trim();
    const hidden = isHidden(gameState, before.ply, null) ? { code: CONCEALED, text: CONCEALED } : {};
    moves.push({ ...move, ...hidden, number, view: viewOf(gameState, null, state) });
    yield;
  }
  const [first, second] = gameState.seats;
  const player = ({ seat, name }: SeatState) => ({ seat, name: name ?? seatTitle(seat) });
  const opening = openingOf(game);
  const facts = sourceTags.flatMap((name) => {
    const value = gameState.imported?.[name] ?? "";
    return value === "" || /^[?.]+$/.test(value) ? [] : [[name, value] as const];
  });
  return {
    game: gameState.kind,
    game_id: gameState.id,
    players: [player(first), player(second)],
    result: gameState.outcome ? endingSentence(kind, gameState.outcome, gameState.position) : "",
    facts: [
      ...facts,
      ...(gameState.imported ? [] : [["Date", new Date(gameState.createdAt).toISOString().slice(0, 10)] as const]),
      ...(opening ? [["Opening", `${opening.code} ${opening.name}`] as const] : []),
    ],
    start: viewOf(gameState, null, start),
    comment: lines.comment,
    moves,
    look,
  };
}

/** Most games of one page. In chess they take about 20 MB, and a browser opens that at once. */
const MOST_GAMES = 1_000;
/** Most games of a page that has thoughts, which take up to half a megabyte a game. */
const MOST_WITH_THOUGHTS = 100;

/** The games of a league that are over, in the order of its matches. In pieces. */
export const gamesOver = (league: League): Steps<readonly { readonly id: string; readonly round: number }[]> =>
  fromMatches(league, ({ round, games }) => games.flatMap(({ id, result }) => (result ? [{ id, round }] : [])));

/** A page that replays the games of a league, piece by piece: at no time are all of them in memory. */
export async function* leagueReplayPage(
  league: League,
  parts: {
    readonly page: string;
    readonly look: replay.ReplaySeed["look"];
    readonly find: (id: string) => Promise<Result<LiveGame>>;
  },
): AsyncGenerator<string, void> {
  const { page, look, find } = parts;
  const [before = "", after = ""] = page.split(seedElement(replay.replaySeedId, null));
  yield before;
  const over = await runInSlices(gamesOver(league));
  const games: replay.ReplayEntry[] = [];
  for (const { id, round } of over.slice(0, MOST_GAMES)) {
    const game = await find(id);
    // Games that were deleted, or cannot be read, are left out.
    if (!game.ok || game.value.state.deletedAt !== null) continue;
    const { outcome, seats } = game.value.state;
    if (outcome === null) continue;
    const seed = await runInSlices(replaySeed(game.value, look, over.length <= MOST_WITH_THOUGHTS));
    const [first, second] = seed.players;
    yield seedElement(replay.replaySeedIdOf(games.length), seed);
    games.push({ round, names: [first.name, second.name], seats: [seats[0].seat, seats[1].seat], result: outcome });
  }
  const book: replay.ReplayBook = { league: league.name, over: over.length, games, look };
  yield seedElement(replay.replaySeedId, book);
  yield after;
}

/** The element of a page with data for it. Nothing that somebody typed can end it. */
const seedElement = (id: string, data: unknown): string =>
  `<script type="application/json" id="${id}">${JSON.stringify(data).replaceAll("<", "\\u003c")}</script>`;

/** The page with data in its element of that id, which holds null before. */
export const seededPage = (page: string, id: string, data: unknown): string =>
  page.replace(seedElement(id, null), () => seedElement(id, data));
