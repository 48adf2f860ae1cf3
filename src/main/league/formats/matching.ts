import type { Steps } from "../../../shared/steps.ts";

/** Who may be matched with whom: `edges[v]` are the neighbours of vertex v, from 0. */
export type Graph = readonly (readonly number[])[];

const FREE = -1;

/**
 * Makes a matching larger by one path that begins at an unmatched vertex, and says whether there was such a path. Where
 * there is none, no matching that keeps all others matched covers that vertex (J. Edmonds, “Paths, trees, and flowers”,
 * 1965: odd circles are shrunk to one vertex; breadth-first). `match[v]` is the partner of v, or -1; `active` leaves out
 * vertices that are to be left alone.
 */
export function augment(edges: Graph, match: number[], root: number, active: (vertex: number) => boolean): boolean {
  const size = edges.length;
  const parent = new Array<number>(size).fill(FREE);
  const base = Array.from({ length: size }, (_, vertex) => vertex);
  const reached = new Array<boolean>(size).fill(false);
  const queue = [root];
  reached[root] = true;
  const at = (list: readonly number[], index: number): number => list[index] ?? FREE;

  /** The innermost vertex that is above both, seen from the root. */
  const commonBase = (one: number, other: number): number => {
    const above = new Set<number>();
    for (let vertex = at(base, one); ; vertex = at(base, at(parent, at(match, vertex)))) {
      above.add(vertex);
      if (at(match, vertex) === FREE) break;
    }
    let vertex = at(base, other);
    while (!above.has(vertex)) vertex = at(base, at(parent, at(match, vertex)));
    return vertex;
  };
  const markPath = (from: number, top: number, below: number, circle: Set<number>) => {
    let child = below;
    for (let vertex = from; at(base, vertex) !== top; vertex = at(parent, at(match, vertex))) {
      circle.add(at(base, vertex)).add(at(base, at(match, vertex)));
      parent[vertex] = child;
      child = at(match, vertex);
    }
  };
  const flip = (end: number) => {
    for (let vertex = end; vertex !== FREE; ) {
      const before = at(parent, vertex);
      const next = at(match, before);
      match[vertex] = before;
      match[before] = vertex;
      vertex = next;
    }
  };

  for (let vertex = queue.shift(); vertex !== undefined; vertex = queue.shift()) {
    for (const other of edges[vertex] ?? []) {
      if (!active(other) || at(base, vertex) === at(base, other) || at(match, vertex) === other) continue;
      const partner = at(match, other);
      if (other === root || (partner !== FREE && at(parent, partner) !== FREE)) {
        const top = commonBase(vertex, other);
        const circle = new Set<number>();
        markPath(vertex, top, other, circle);
        markPath(other, top, vertex, circle);
        for (let each = 0; each < size; each += 1) {
          if (!circle.has(at(base, each))) continue;
          base[each] = top;
          if (!reached[each]) {
            reached[each] = true;
            queue.push(each);
          }
        }
      } else if (at(parent, other) === FREE) {
        parent[other] = vertex;
        if (partner === FREE) {
          flip(other);
          return true;
        }
        reached[partner] = true;
        queue.push(partner);
      }
    }
  }
  return false;
}

/** A matching of as many vertices as can be; `match[v]` is the partner of v, or -1. In pieces: of hundreds it takes a while. */
export function* largestMatching(edges: Graph): Steps<number[]> {
  const match = new Array<number>(edges.length).fill(FREE);
  // Most find somebody at once, and only the others have to be looked for.
  for (const [vertex, neighbours] of edges.entries()) {
    const other = match[vertex] === FREE ? neighbours.find((each) => match[each] === FREE) : undefined;
    if (other !== undefined) Object.assign(match, { [vertex]: other, [other]: vertex });
  }
  for (const vertex of edges.keys()) {
    if (match[vertex] === FREE) augment(edges, match, vertex, () => true);
    yield;
  }
  return match;
}
