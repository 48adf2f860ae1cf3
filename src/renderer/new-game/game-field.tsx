import { pages } from "../../games/pages.ts";
import type { GameKind } from "../../shared/terms.ts";
import { Segmented, type SegmentedProps } from "../ui/field.tsx";
import * as strings from "./strings.ts";

const games = pages.map(({ kind, title }) => ({ value: kind, label: title }));

/** The choice of a game. */
export const GameField = (props: Omit<SegmentedProps<GameKind>, "legend" | "options">) => (
  <Segmented legend={strings.game} options={games} {...props} />
);
