import { definitionOf } from "../../games/register.ts";
import { seatTitle } from "../../shared/terms.ts";
import type { LiveGame } from "../games/live-game.ts";
import { type GameState, outcomeIn } from "../games/machine/game-state.ts";
import { seenMoves } from "../games/seen-moves.ts";
import { boardSvg } from "./board-svg.ts";

/** The picture of a game's position as everybody may see it: of the last one, or of the state after some plies. */
export function gameSvg(game: LiveGame, { state, ply }: { state: unknown; ply: number } = lastOf(game)): string {
  const { state: gameState } = game;
  const rules = definitionOf(gameState.kind);
  return boardSvg(rules, rules.rules.view(state, null), {
    orientation: gameState.seats[0].seat,
    lastMove: seenMoves(game, null)[ply - 1]?.code ?? null,
    title: gameTitle(gameState),
  });
}

const lastOf = ({ state, moves }: LiveGame) => ({ state: state.position, ply: moves.length });

/** A game in one line: kind, id, players, result. */
export function gameTitle(state: GameState): string {
  const players = state.seats.map(({ seat, name }) => `${seatTitle(seat)}: ${name ?? "(open)"}`).join(" – ");
  return `${state.kind} ${state.id}, ${players}${state.outcome ? `, ${outcomeIn(state)}` : ""}`;
}
