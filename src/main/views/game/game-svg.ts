import type { GameDefinition, PictureLook } from "../../../games/game.ts";
import { palette, pictureSize, xmlText } from "../../../games/picture.ts";
import { type Seat, seatTitle, type View } from "../../../shared/terms.ts";
import { type LiveGame, seenMoves } from "../../games/live-game.ts";
import { type GameState, kindOf, outcomeIn, viewOf } from "../../games/machine/game-state.ts";

/** The picture of a game's position as everybody may see it: of the last one, or of the state after some plies. */
export function gameSvg(game: LiveGame, { state, ply, seat, colours }: PictureChoice = lastOf(game)): string {
  const { state: gameState } = game;
  const [first, second] = gameState.seats;
  const svg = boardSvg(kindOf(gameState), viewOf(gameState, null, state), {
    orientation: seat === second.seat ? seat : first.seat,
    lastMove: seenMoves(game, null)[ply - 1]?.code ?? null,
    title: gameTitle(gameState),
  });
  if (!colours) return svg;
  const own = colours.split(",");
  const places: readonly string[] = [palette.light, palette.dark, palette.frame];
  return svg.replaceAll(/(?<=fill="#)\w+(?=")/g, (colour) => own[places.indexOf(`#${colour}`)] ?? colour);
}

/** A position to draw: its state and ply, the seat at the bottom, and the colours of light squares, dark ones and the frame. */
interface PictureChoice {
  readonly state: unknown;
  readonly ply: number;
  readonly seat?: Seat | undefined;
  readonly colours?: string | undefined;
}

const lastOf = ({ state, moves }: LiveGame) => ({ state: state.position, ply: moves.length });

/** A game in one line: kind, id, players, result. */
export function gameTitle(state: GameState): string {
  const players = state.seats.map(({ seat, name }) => `${seatTitle(seat)}: ${name ?? "(open)"}`).join(" – ");
  return `${state.kind} ${state.id}, ${players}${state.outcome ? `, ${outcomeIn(state)}` : ""}`;
}

/**
 * The position as a standalone SVG document. It shows what the view shows, asks for nothing from elsewhere and runs
 * nothing, so that it may be opened, embedded or sent on as it is.
 * @param title the picture's text for those who cannot see it. Any text: it may hold what players typed.
 */
export function boardSvg(
  definition: Pick<GameDefinition, "picture">,
  view: View,
  { title, ...look }: PictureLook & { readonly title: string },
): string {
  const root = `xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${pictureSize} ${pictureSize}" width="480" height="480"`;
  return `<svg ${root} role="img"><title>${xmlText(title)}</title>${definition.picture(view, look)}</svg>\n`;
}
