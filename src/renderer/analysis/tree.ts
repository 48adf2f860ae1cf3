import { followers, type LineMove, type Lines, pathTo } from "../../shared/lines.ts";

/** A tree, and the place in it that is shown. */
export interface Spot {
  readonly lines: Lines;
  /** −1 for the start. */
  readonly here: number;
}

/** A move after the place that is shown: the one that is there already, or a new one. */
export function playMove({ lines, here }: Spot, code: string, text: string): Spot {
  const known = lines.moves.findIndex((move) => move.after === here && move.code === code);
  if (known >= 0) return { lines, here: known };
  return { lines: { ...lines, moves: [...lines.moves, { after: here, code, text }] }, here: lines.moves.length };
}

/** Written anew, line by line, with the followers of each place in an order of their own; `here` is carried along. */
function arranged({ lines, here }: Spot, order: (places: readonly number[]) => readonly number[]): Spot {
  const next = followers(lines);
  const moves: LineMove[] = [];
  const places = new Map([[-1, -1]]);
  const due = order(next(-1)).toReversed();
  for (let place = due.pop(); place !== undefined; place = due.pop()) {
    const move = lines.moves[place];
    if (!move) continue;
    places.set(place, moves.length);
    moves.push({ ...move, after: places.get(move.after) ?? -1 });
    due.push(...order(next(place)).toReversed());
  }
  return { lines: { ...lines, moves }, here: places.get(here) ?? -1 };
}

/** The place where the variation begins that a move belongs to; null on the main line. */
export function variationOf(lines: Lines, place: number): number | null {
  const next = followers(lines);
  return pathTo(lines, place).findLast((at) => next(lines.moves[at]?.after ?? -1)[0] !== at) ?? null;
}

/** The tree in which the variation that is shown goes on with its line, and what did so until now is a variation. */
export function promote(spot: Spot): Spot {
  const root = variationOf(spot.lines, spot.here);
  if (root === null) return spot;
  return arranged(spot, (places) =>
    places.includes(root) ? [root, ...places.filter((place) => place !== root)] : places,
  );
}

/** The tree without the move that is shown and all that follows it; as it is where the start is shown. */
export function removeFrom(spot: Spot): Spot {
  const { lines, here } = spot;
  const move = lines.moves[here];
  if (!move) return spot;
  return arranged({ lines, here: move.after }, (places) => places.filter((place) => place !== here));
}

/** The tree with something else written of the move that is shown, or of the whole where that is the start. */
export function annotate({ lines, here }: Spot, notes: Pick<LineMove, "comment" | "nags">): Spot {
  const kept = (before: LineMove): LineMove => {
    const { comment: said, nags: glyphs, ...move } = before;
    const { comment = said, nags = glyphs } = notes;
    return { ...move, ...(comment ? { comment } : {}), ...(nags?.length ? { nags } : {}) };
  };
  if (here !== -1)
    return { lines: { ...lines, moves: lines.moves.map((move, place) => (place === here ? kept(move) : move)) }, here };
  const { comment = lines.comment } = notes;
  return { lines: { ...(comment ? { comment } : {}), moves: lines.moves }, here };
}
