import type { View } from "../../shared/terms.ts";
import type { OwnWords } from "../define.ts";
import { markdownTable } from "../markdown.ts";

interface Grid<OwnView> {
  readonly columns: readonly string[];
  /** The names of the rows, from the top. */
  readonly rows: readonly string[];
  /** The meaning of the signs, to follow `Rows from the top`: `, B black, W white`; empty where they need none. */
  readonly legend: string;
  /** A sign for each cell, row by row, and `free` for a free one. */
  signs(view: OwnView, free: string): readonly (readonly string[])[];
}

/** The words for a position on a board of cells. */
export const gridWords = <OwnView extends View>({
  columns,
  rows,
  legend,
  signs,
}: Grid<OwnView>): Pick<OwnWords<unknown, OwnView>, "board" | "grid" | "line"> => ({
  board: (view) =>
    markdownTable(
      ["Row", ...columns],
      signs(view, " ").map((row, index) => [rows[index] ?? "", ...row]),
    ),
  grid: (view) =>
    [...signs(view, ".").map((row, index) => `${rows[index]} ${row.join(" ")}`), `  ${columns.join(" ")}`].join("\n"),
  line: (view) => {
    const lines = signs(view, ".").map((row) => row.join(""));
    return `Rows from the top${legend}: ${lines.join("/")}`;
  },
});
