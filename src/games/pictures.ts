import type { ComponentChildren } from "preact";
import type { GameKind, View } from "../shared/terms.ts";
import type { GamePage, PictureProps } from "./page.ts";

/**
 * The pictures of all games at once, and nothing else of them: for the replay page, which is one file. Each game is
 * found by its folder.
 */
const gamePictures = import.meta.glob<(props: PictureProps<View>) => ComponentChildren>("./*/page/picture.tsx", {
  eager: true,
  import: "Picture",
});
const gameCoordinates = import.meta.glob<NonNullable<GamePage["Coordinates"]>>("./*/page/coordinates.tsx", {
  eager: true,
  import: "Coordinates",
});
// The style sheets of the pictures.
import.meta.glob("./*/page/images.css", { eager: true });

/** Null for a game that this page does not know. */
export const findPicture = (kind: GameKind) => gamePictures[`./${kind}/page/picture.tsx`] ?? null;
/** The names of the squares, to lie over it; null for games without them. */
export const findCoordinates = (kind: GameKind) => gameCoordinates[`./${kind}/page/coordinates.tsx`] ?? null;
