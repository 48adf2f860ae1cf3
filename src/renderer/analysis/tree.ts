import { type TreeSpot, withOrder } from "../../shared/coach/changes.ts";
import { followersOf, type LineMove, type Lines, pathTo } from "../../shared/lines.ts";

/** Adds a move after the shown place, or goes to it where it is there already. */
export function playMove({ lines, node }: TreeSpot, code: string, text: string): TreeSpot {
  const index = lines.moves.findIndex((move) => move.after === node && move.code === code);
  if (index >= 0) return { lines, node: index };
  return { lines: { ...lines, moves: [...lines.moves, { after: node, code, text }] }, node: lines.moves.length };
}

/** The place where a move's variation begins; null on the main line. */
export function variationOf(lines: Lines, place: number): number | null {
  const next = followersOf(lines);
  return pathTo(lines, place).findLast((at) => next(lines.moves[at]?.after ?? -1)[0] !== at) ?? null;
}

/** Makes the shown variation the main continuation, and the former one a variation. */
export function promoteLine(spot: TreeSpot): TreeSpot {
  const root = variationOf(spot.lines, spot.node);
  if (root === null) return spot;
  return withOrder(spot, (places) =>
    places.includes(root) ? [root, ...places.filter((place) => place !== root)] : places,
  );
}

/** Removes the shown move and everything after it; changes nothing at the start. */
export function removeFrom(spot: TreeSpot): TreeSpot {
  const { lines, node } = spot;
  const move = lines.moves[node];
  if (!move) return spot;
  return withOrder({ lines, node: move.after }, (places) => places.filter((place) => place !== node));
}

/** Replaces the notes of the shown move, or of the whole study at the start. */
export function annotateMove({ lines, node }: TreeSpot, notes: Pick<LineMove, "comment" | "nags">): TreeSpot {
  const edit = (before: LineMove): LineMove => {
    const { comment: oldComment, nags: glyphs, ...move } = before;
    const { comment = oldComment, nags = glyphs } = notes;
    return { ...move, ...(comment ? { comment } : {}), ...(nags?.length ? { nags } : {}) };
  };
  if (node !== -1)
    return { lines: { ...lines, moves: lines.moves.map((move, place) => (place === node ? edit(move) : move)) }, node };
  const { comment = lines.comment } = notes;
  const { comment: _, ...others } = lines;
  return { lines: { ...others, ...(comment ? { comment } : {}) }, node };
}
