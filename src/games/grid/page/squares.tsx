// biome-ignore-all lint/a11y/useSemanticElements: a board is a grid of cells to walk on, and no table to read
// biome-ignore-all lint/a11y/useFocusableInteractive: of the grid's parts, the cells take the focus
// biome-ignore-all lint/a11y/useKeyWithClickEvents: the grid hears the keys for its cells
import type { HTMLAttributes } from "preact";
import type { useWalk } from "./walk.ts";

type Attributes = Pick<HTMLAttributes<HTMLDivElement>, "class" | "aria-label" | "aria-describedby">;
interface SquareGridProps<Name extends string> extends Attributes {
  readonly rows: readonly (readonly Name[])[];
  readonly walk: ReturnType<typeof useWalk<Name>>;
  /** Called for a click on a square, and for Enter and Space there. */
  onPress(square: Name): void;
  /** Handles a further key, and tells whether it did. */
  onKey(key: string): boolean;
  /** The further attributes of a square. */
  cell(square: Name): HTMLAttributes<HTMLDivElement>;
}

/** A grid of squares over a drawing, or drawn by their backgrounds; one of them is in the tab order. */
export const SquareGrid = <Name extends string>(props: SquareGridProps<Name>) => {
  const { rows, walk: way, onPress, onKey, cell, ...rest } = props;
  const { grid, spot, setHere, walk } = way;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "Enter" || event.key === " ") onPress(spot);
    else if (!onKey(event.key) && !walk(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div role="grid" ref={grid} onKeyDown={onKeyDown} {...rest}>
      {rows.map((row) => (
        <div role="row" class="grid" key={row[0]}>
          {row.map((square) => (
            <div
              role="gridcell"
              key={square}
              data-square={square}
              tabIndex={square === spot ? 0 : -1}
              onFocus={() => setHere(square)}
              onClick={() => onPress(square)}
              {...cell(square)}
            />
          ))}
        </div>
      ))}
    </div>
  );
};
