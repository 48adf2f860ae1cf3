import { LineOfMoves } from "../lines/line-of-moves.tsx";
import type { ShownLine, TableProps } from "./game-model.ts";

/** A line from a position of the game, whose moves can be shown on the board. */
export function PlayableLine({
  model,
  told: { game, play },
  ply,
  moves,
}: TableProps & Pick<ShownLine, "ply" | "moves">) {
  const line = model.line.value;
  return (
    <LineOfMoves
      play={play}
      before={play.pliesBefore(game.options) + ply}
      moves={moves}
      shown={line?.ply === ply && line.moves === moves ? line.shown : 0}
      onPlay={(shown) => model.playOut({ ply, moves, shown })}
    />
  );
}
