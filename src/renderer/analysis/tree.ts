import { followers, type LineMove, type Lines, pathTo } from "../../shared/lines.ts";

/** A tree of moves, and the shown place in it. */
export interface Spot {
  readonly lines: Lines;
  /** −1 for the start. */
  readonly here: number;
}

/** Adds a move after the shown place, or goes to it where it is there already. */
export function playMove({ lines, here }: Spot, code: string, text: string): Spot {
  const known = lines.moves.findIndex((move) => move.after === here && move.code === code);
  if (known >= 0) return { lines, here: known };
  return { lines: { ...lines, moves: [...lines.moves, { after: here, code, text }] }, here: lines.moves.length };
}

/** Rebuilds the tree line by line with another order of alternatives at each place; `here` is adjusted. */
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

/** The place where a move's variation begins; null on the main line. */
export function variationOf(lines: Lines, place: number): number | null {
  const next = followers(lines);
  return pathTo(lines, place).findLast((at) => next(lines.moves[at]?.after ?? -1)[0] !== at) ?? null;
}

/** Makes the shown variation the main continuation, and the former one a variation. */
export function promote(spot: Spot): Spot {
  const root = variationOf(spot.lines, spot.here);
  if (root === null) return spot;
  return arranged(spot, (places) =>
    places.includes(root) ? [root, ...places.filter((place) => place !== root)] : places,
  );
}

/** Removes the shown move and everything after it; changes nothing at the start. */
export function removeFrom(spot: Spot): Spot {
  const { lines, here } = spot;
  const move = lines.moves[here];
  if (!move) return spot;
  return arranged({ lines, here: move.after }, (places) => places.filter((place) => place !== here));
}

/** Replaces the notes of the shown move, or of the whole study at the start. */
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
