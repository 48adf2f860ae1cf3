import { endingSentence, nextSeat } from "../../games/game.ts";
import { mainLine } from "../../shared/lines.ts";
import type { ReplayMove, ReplaySeed } from "../../shared/replay.ts";
import type { Steps } from "../../shared/steps.ts";
import { seatTitle } from "../../shared/terms.ts";
import type { LiveGame } from "../games/live-game.ts";
import { kindOf, type SeatState, viewOf } from "../games/machine/game-state.ts";
import { linesOf } from "./game-lines.ts";
import { openingOf } from "./game-view.ts";
import { startOf } from "./replay.ts";

/** The tags of a record that tell where and when it was played. */
const sourceTags = ["Event", "Site", "Date", "Round", "Annotator", "WhiteElo", "BlackElo"] as const;

/** A game that is over, as its replay page shows it. Yields between moves. */
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
    moves.push({ ...move, number, view: viewOf(gameState, null, state) });
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
