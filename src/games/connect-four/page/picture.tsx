import type { PictureProps } from "../../page.ts";
import type { ConnectFourView } from "../rules.ts";
import "./picture.css";

const disc = (column: number, row: number): string =>
  `M${column * 14 + 2} ${91 - row * 14}a5 5 0 1 0 10 0a5 5 0 1 0-10 0z`;

/** The cells as four paths: a page shows hundreds of these. */
export function Picture({ view: { columns }, lastMove }: PictureProps<ConnectFourView>) {
  const pathOf = (sign: string) =>
    columns
      .map((column, at) =>
        Array.from(column.padEnd(6, "."), (each, row) => (each === sign ? disc(at, row) : "")).join(""),
      )
      .join("");
  const last = "abcdefg".indexOf(lastMove ?? "-");
  return (
    <svg class="mini connect-four" viewBox="0 0 98 98" aria-hidden="true">
      <path class="board" d="M0 14h98v84H0z" />
      <path class="free" d={pathOf(".")} />
      <path class="red" d={pathOf("R")} />
      <path class="yellow" d={pathOf("Y")} />
      {last >= 0 && <path class="moved" d={disc(last, (columns[last]?.length ?? 1) - 1)} />}
    </svg>
  );
}
