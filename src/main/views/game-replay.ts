import { endingSentence } from "../../games/game.ts";
import { gameOf } from "../../games/register.ts";
import { mainLine } from "../../shared/lines.ts";
import { type ReplayMove, type ReplaySeed, replaySeedId } from "../../shared/replay.ts";
import type { Steps } from "../../shared/steps.ts";
import { seatTitle } from "../../shared/terms.ts";
import type { LiveGame } from "../tables/live-game.ts";
import type { Seated } from "../tables/machine/table.ts";
import { linesOf } from "./game-lines.ts";
import { openingOf } from "./game-view.ts";
import { startOf } from "./replay.ts";

/** The tags of a record that tell where and when it was played. */
const told = ["Event", "Site", "Date", "Round", "Annotator", "WhiteElo", "BlackElo"] as const;

/** A game that is over, as its replay page shows it. Yields between moves. */
export function* replaySeed(game: LiveGame, look: ReplaySeed["look"]): Steps<ReplaySeed> {
  const { table } = game;
  const kind = gameOf(table.kind);
  const { rules, words } = kind;
  const lines = linesOf(game);
  const seats = new Map(mainLine(lines).map((place, ply) => [place, game.moves[ply]?.seat]));
  const start = startOf(table);
  const states = new Map<number, { readonly state: unknown; readonly ply: number }>([[-1, { state: start, ply: 0 }]]);
  const moves: ReplayMove[] = [];
  for (const [place, move] of lines.moves.entries()) {
    const before = states.get(move.after);
    const seat = seats.get(place) ?? (before && rules.toMove(before.state)[0]) ?? "";
    const played = before && rules.play(before.state, seat, move.code);
    if (!before || !played?.ok) throw new Error(`game ${table.id} does not replay at move ${place}`);
    const { state } = played.value;
    states.set(place, { state, ply: before.ply + 1 });
    const number = words.moves(table.options, [move.text], before.ply).slice(0, -move.text.length).trim();
    moves.push({ ...move, number, view: rules.view(state, null) });
    yield;
  }
  const [first, second] = table.seats;
  const player = ({ seat, name }: Seated) => ({ seat, name: name ?? seatTitle(seat) });
  const opening = openingOf(game);
  const facts = told.flatMap((name) => {
    const value = table.imported?.[name] ?? "";
    return value === "" || /^[?.]+$/.test(value) ? [] : [[name, value] as const];
  });
  return {
    game: table.kind,
    game_id: table.id,
    players: [player(first), player(second)],
    result: table.outcome ? endingSentence(kind, table.outcome, table.state) : "",
    facts: [
      ...facts,
      ...(table.imported ? [] : [["Date", new Date(table.createdAt).toISOString().slice(0, 10)] as const]),
      ...(opening ? [["Opening", `${opening.code} ${opening.name}`] as const] : []),
    ],
    start: rules.view(start, null),
    comment: lines.comment,
    moves,
    look,
  };
}

/** An element with data for the page. Nothing that somebody typed can end it. */
export const seedElement = (id: string, data: unknown): string =>
  `<script type="application/json" id="${id}">${JSON.stringify(data).replaceAll("<", "\\u003c")}</script>`;

/** The parts of the page before and after its data. */
export function aroundSeed(page: string): readonly [before: string, after: string] {
  const [before = "", ...after] = page.split(seedElement(replaySeedId, null));
  return [before, after.join("")];
}

/** The page with a game in it. */
export function replayPage(page: string, seed: ReplaySeed): string {
  const [before, after] = aroundSeed(page);
  return before + seedElement(replaySeedId, seed) + after;
}
