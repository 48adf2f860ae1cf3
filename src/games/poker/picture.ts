import { seatTitle } from "../../shared/terms.ts";
import type { PictureLook } from "../game.ts";
import { label, palette } from "../picture.ts";
import type { PokerView, Rank } from "./rules.ts";

const seatNames = ["first", "second"] as const;
const seatColours = { first: palette.first, second: palette.second };
const cardColour = "#fffdf6";

/** The table with both cards, the board, and the chips: SVG elements for a picture of the common size. */
export function picture(view: PokerView, { orientation }: PictureLook): string {
  const [near, far] = orientation === "second" ? (["second", "first"] as const) : seatNames;
  const side = (seat: (typeof seatNames)[number], y: number) => [
    cardDrawing(view.cards[seat], 120, y, seatColours[seat]),
    label(`${seatTitle(seat)} ${String(view.chips[seat]).replace("-", "−")}`, 270, y - 16, 24, seatColours[seat]),
    label(`in the pot: ${view.stakes[seat]}`, 270, y + 18, 17, palette.ink),
  ];
  const actions = view.rounds.map((round) => round.join(", ")).join("; ");
  return [
    `<rect x="8" y="8" width="384" height="384" rx="4" fill="${palette.light}"/>`,
    label(`Hand ${view.hand} of ${view.hands}`, 200, 34, 17, palette.ink),
    ...side(far, 115),
    ...(view.deck === "leduc" ? [cardDrawing(view.board, 200, 215, palette.ink)] : []),
    ...side(near, 315),
    ...(actions === "" ? [] : [label(actions, 200, 382, 14, palette.ink)]),
  ].join("");
}

/** A card from its middle, face down where it is not seen. */
function cardDrawing(rank: Rank | null, x: number, y: number, colour: string): string {
  const [width, height] = [62, 86];
  const box = `x="${x - width / 2}" y="${y - height / 2}" width="${width}" height="${height}" rx="8"`;
  const face = `<rect ${box} fill="${rank === null ? colour : cardColour}" stroke="${colour}" stroke-width="3"/>`;
  return `${face}${label(rank ?? "?", x, y, 40, rank === null ? cardColour : colour)}`;
}
