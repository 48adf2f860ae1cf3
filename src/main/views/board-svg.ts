import type { GameDefinition, PictureLook } from "../../games/game.ts";
import { pictureSize, xmlText } from "../../games/picture.ts";
import type { View } from "../../shared/terms.ts";

export interface BoardSvgOptions extends PictureLook {
  /** The picture's text for those who cannot see it. Any text: it may hold what players typed. */
  readonly title: string;
}

/**
 * The position as a standalone SVG document. It shows what the view shows, asks for nothing from elsewhere and runs
 * nothing, so that it may be opened, embedded or sent on as it is.
 */
export function boardSvg(
  definition: Pick<GameDefinition, "picture">,
  view: View,
  { title, ...look }: BoardSvgOptions,
): string {
  const root = `xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${pictureSize} ${pictureSize}" width="480" height="480"`;
  return `<svg ${root} role="img"><title>${xmlText(title)}</title>${definition.picture(view, look)}</svg>\n`;
}
