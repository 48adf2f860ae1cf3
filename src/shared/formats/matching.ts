import type { Steps } from "../steps.ts";

/** The cost of a pair. The first number counts before the second, and that before the third: integers from 0. */
export type Cost = readonly [number, number, number];

const WORDS = 3;
/** Edges that are looked at in one piece: a few milliseconds. */
const AT_ONCE = 25_000;
const NONE = -1;
/** How far a vertex or blossom is from a free one. */
const EVEN = 0;
const ODD = 1;
const UNREACHED = -1;

const numberAt = (numbers: Float64Array | Int32Array | Int8Array, index: number): number => numbers[index] ?? NONE;

/**
 * The perfect matching of an even number of vertices, from 0, whose costs have the least sums, compared number by number:
 * `match[v]` is the partner of v. Any two may be matched. Exact as long as the largest number of a cost, times 32 times the
 * number of vertices, is below 2⁵³.
 *
 * The algorithm is that of J. Edmonds (“Maximum matching and a polyhedron with 0,1-vertices”, 1965) in O(n³), as Z. Galil
 * describes it (“Efficient algorithms for finding maximum matching in graphs”, 1986): alternating trees grow from all free
 * vertices at once along edges without slack; odd cycles shrink to blossoms; where no tree can grow, the dual variables
 * change by as much as they may. The dual variables are triples like the costs: they are only added, halved and compared.
 * In pieces, since hundreds of vertices take a while.
 */
export function* cheapestMatching(size: number, costOf: (one: number, other: number) => Cost): Steps<number[]> {
  /** Vertices, and after them the blossoms, of which there are never more than half as many. */
  const most = size + (size >> 1) + 1;
  let nodes = size;
  // Four times the negative costs, so that no number is odd that has to be halved.
  const weights = Array.from({ length: WORDS }, () => new Float64Array(size * size));
  const labels = Array.from({ length: WORDS }, () => new Float64Array(most));
  const [weight0 = new Float64Array(), weight1 = weight0, weight2 = weight0] = weights;
  const [label0 = new Float64Array(), label1 = label0, label2 = label0] = labels;
  const match = new Int32Array(most).fill(NONE);
  /** The outermost blossom that a node is in; itself where it is in none, NONE for blossoms that are not used. */
  const outer = new Int32Array(most).map((_, node) => (node < size ? node : NONE));
  const parent = new Int32Array(most).fill(NONE);
  const distance = new Int8Array(most).fill(UNREACHED);
  /** The vertex at an even distance whose edge to a node has the least slack. */
  const nearest = new Int32Array(most).fill(NONE);
  const visits = new Int32Array(most);
  let search = 0;
  /** Of each blossom what it was made of, in the order of the cycle from its base on. */
  const cycles: number[][] = [];
  /** The part of a blossom that a vertex is in. */
  const partOf = new Int32Array(most * size).fill(NONE);
  for (let vertex = 0; vertex < size; vertex += 1) partOf[vertex * size + vertex] = vertex;
  /** The vertices of the edge with the least slack between two nodes. */
  const edgeFrom = new Int32Array(most * most).fill(NONE);
  const edgeTo = new Int32Array(most * most).fill(NONE);
  let queue: number[] = [];
  let visit = 0;

  const slack0 = (u: number, v: number) => numberAt(label0, u) + numberAt(label0, v) - numberAt(weight0, u * size + v);
  const slack1 = (u: number, v: number) => numberAt(label1, u) + numberAt(label1, v) - numberAt(weight1, u * size + v);
  const slack2 = (u: number, v: number) => numberAt(label2, u) + numberAt(label2, v) - numberAt(weight2, u * size + v);
  const isTight = (u: number, v: number) => slack0(u, v) === 0 && slack1(u, v) === 0 && slack2(u, v) === 0;
  const isCloser = (u: number, v: number, x: number, y: number) =>
    (slack0(u, v) - slack0(x, y) || slack1(u, v) - slack1(x, y) || slack2(u, v) - slack2(x, y)) < 0;
  const from = (one: number, other: number) => numberAt(edgeFrom, one * most + other);
  const to = (one: number, other: number) => numberAt(edgeTo, one * most + other);
  const outside = (vertex: number) => (vertex === NONE ? NONE : numberAt(outer, vertex));
  const cycleOf = (blossom: number) => cycles[blossom] ?? [];

  const compareNearest = (vertex: number, node: number) => {
    const rival = numberAt(nearest, node);
    const isBetter =
      rival === NONE || isCloser(from(vertex, node), to(vertex, node), from(rival, node), to(rival, node));
    if (isBetter) nearest[node] = vertex;
  };
  const findNearest = (node: number) => {
    visit += size;
    nearest[node] = NONE;
    for (let vertex = 0; vertex < size; vertex += 1)
      if (numberAt(outer, vertex) !== node && numberAt(distance, numberAt(outer, vertex)) === EVEN)
        compareNearest(vertex, node);
  };
  const enqueue = (node: number) => {
    if (node < size) queue.push(node);
    else for (const part of cycleOf(node)) enqueue(part);
  };
  const setOuter = (node: number, blossom: number) => {
    outer[node] = blossom;
    if (node >= size) for (const part of cycleOf(node)) setOuter(part, blossom);
  };
  /** The place of a part in its blossom, by an even number of steps from the base; the cycle is turned round where need be. */
  const evenPlace = (blossom: number, part: number): number => {
    const cycle = cycleOf(blossom);
    const place = cycle.indexOf(part);
    if (place % 2 === 0) return place;
    cycles[blossom] = [...cycle.slice(0, 1), ...cycle.slice(1).reverse()];
    return cycle.length - place;
  };
  const setMatch = (node: number, other: number) => {
    match[node] = to(node, other);
    if (node < size) return;
    const part = numberAt(partOf, node * size + from(node, other));
    const place = evenPlace(node, part);
    const cycle = cycleOf(node);
    for (let index = 0; index < place; index += 1) setMatch(cycle[index] ?? NONE, cycle[index ^ 1] ?? NONE);
    setMatch(part, other);
    cycles[node] = [...cycle.slice(place), ...cycle.slice(0, place)];
  };
  /** Turns the path from a node to its root round, the node being matched with another. */
  const augment = (start: number, partner: number) => {
    for (let [node, other] = [start, partner]; ; ) {
      const before = outside(numberAt(match, node));
      setMatch(node, other);
      if (before === NONE) return;
      const next = outside(numberAt(parent, before));
      setMatch(before, next);
      [node, other] = [next, before];
    }
  };
  const commonAncestor = (one: number, other: number): number => {
    search += 1;
    for (let [node, waiting] = [one, other]; node !== NONE || waiting !== NONE; [node, waiting] = [waiting, node]) {
      if (node === NONE) continue;
      if (numberAt(visits, node) === search) return node;
      visits[node] = search;
      node = outside(numberAt(match, node));
      if (node !== NONE) node = outside(numberAt(parent, node));
    }
    return NONE;
  };
  const shrink = (one: number, base: number, other: number) => {
    let blossom = size;
    while (blossom < nodes && numberAt(outer, blossom) !== NONE) blossom += 1;
    if (blossom === nodes) nodes += 1;
    for (const label of labels) label[blossom] = 0;
    distance[blossom] = EVEN;
    match[blossom] = numberAt(match, base);
    const pathFrom = (end: number): number[] => {
      const path: number[] = [];
      for (let node = end; node !== base; ) {
        const odd = outside(numberAt(match, node));
        path.push(node, odd);
        enqueue(odd);
        node = outside(numberAt(parent, odd));
      }
      return path;
    };
    const cycle = [base, ...pathFrom(one).reverse(), ...pathFrom(other)];
    cycles[blossom] = cycle;
    setOuter(blossom, blossom);
    partOf.fill(NONE, blossom * size, (blossom + 1) * size);
    edgeFrom.fill(NONE, blossom * most, blossom * most + nodes);
    for (const part of cycle) {
      for (let node = 0; node < nodes; node += 1) {
        const [u, v] = [from(part, node), to(part, node)];
        if (u === NONE) continue;
        if (from(blossom, node) !== NONE && !isCloser(u, v, from(blossom, node), to(blossom, node))) continue;
        edgeFrom[blossom * most + node] = u;
        edgeTo[blossom * most + node] = v;
        edgeFrom[node * most + blossom] = v;
        edgeTo[node * most + blossom] = u;
      }
      for (let vertex = 0; vertex < size; vertex += 1)
        if (numberAt(partOf, part * size + vertex) !== NONE) partOf[blossom * size + vertex] = part;
    }
    visit += cycle.length * nodes;
    findNearest(blossom);
  };
  const expand = (blossom: number) => {
    for (const part of cycleOf(blossom)) setOuter(part, part);
    const entry = numberAt(partOf, blossom * size + from(blossom, numberAt(parent, blossom)));
    const place = evenPlace(blossom, entry);
    const cycle = cycleOf(blossom);
    for (let index = 0; index < place; index += 2) {
      const [odd = NONE, even = NONE] = cycle.slice(index, index + 2);
      parent[odd] = from(even, odd);
      distance[odd] = ODD;
      distance[even] = EVEN;
      nearest[odd] = NONE;
      findNearest(even);
      enqueue(even);
    }
    distance[entry] = ODD;
    parent[entry] = numberAt(parent, blossom);
    for (const part of cycle.slice(place + 1)) {
      distance[part] = UNREACHED;
      findNearest(part);
    }
    outer[blossom] = NONE;
  };
  /** Grows a tree along an edge, or shrinks a blossom; true where two trees met, and a path was found. */
  const follow = (u: number, v: number): boolean => {
    const [one, other] = [numberAt(outer, u), numberAt(outer, v)];
    if (numberAt(distance, other) === UNREACHED) {
      parent[other] = u;
      distance[other] = ODD;
      const next = outside(numberAt(match, other));
      nearest[other] = NONE;
      nearest[next] = NONE;
      distance[next] = EVEN;
      enqueue(next);
    } else if (numberAt(distance, other) === EVEN) {
      const base = commonAncestor(one, other);
      if (base === NONE) {
        augment(one, other);
        augment(other, one);
        return true;
      }
      shrink(one, base, other);
    }
    return false;
  };
  const isOuter = (node: number) => numberAt(outer, node) === node;
  /** Changes the dual variables by as much as none of them, and no slack, comes below 0. */
  const changeDuals = () => {
    let least: Cost | null = null;
    const consider = (one: number, two: number, three: number, share: number) => {
      const [first, second, third] = [one / share, two / share, three / share];
      if (!least || (first - least[0] || second - least[1] || third - least[2]) < 0) least = [first, second, third];
    };
    for (let node = 0; node < nodes; node += 1) {
      if (!isOuter(node)) continue;
      const how = numberAt(distance, node);
      if (how === ODD && node >= size)
        consider(numberAt(label0, node), numberAt(label1, node), numberAt(label2, node), 2);
      const vertex = numberAt(nearest, node);
      if (how === ODD || vertex === NONE) continue;
      const [u, v] = [from(vertex, node), to(vertex, node)];
      consider(slack0(u, v), slack1(u, v), slack2(u, v), how === EVEN ? 2 : 1);
    }
    const change: Cost = least ?? [0, 0, 0];
    for (let node = 0; node < nodes; node += 1) {
      const how = numberAt(distance, node < size ? numberAt(outer, node) : node);
      if (how === UNREACHED || (node >= size && !isOuter(node))) continue;
      const times = (node < size ? -1 : 2) * (how === EVEN ? 1 : -1);
      label0[node] = numberAt(label0, node) + times * change[0];
      label1[node] = numberAt(label1, node) + times * change[1];
      label2[node] = numberAt(label2, node) + times * change[2];
    }
  };
  const followTight = (): boolean => {
    for (let node = 0; node < nodes; node += 1) {
      const vertex = numberAt(nearest, node);
      if (!isOuter(node) || vertex === NONE || numberAt(outer, vertex) === node) continue;
      const [u, v] = [from(vertex, node), to(vertex, node)];
      if (isTight(u, v) && follow(u, v)) return true;
    }
    return false;
  };
  const expandEmpty = () => {
    for (let node = size; node < nodes; node += 1)
      if (isOuter(node) && numberAt(distance, node) === ODD && labels.every((label) => label[node] === 0)) expand(node);
  };

  for (let u = 0; u < size; u += 1) {
    for (let v = u + 1; v < size; v += 1) {
      const [first, second, third] = costOf(u, v);
      for (const [one, other] of [
        [u, v],
        [v, u],
      ] as const) {
        edgeFrom[one * most + other] = one;
        edgeTo[one * most + other] = other;
        weight0[one * size + other] = -4 * first;
        weight1[one * size + other] = -4 * second;
        weight2[one * size + other] = -4 * third;
      }
    }
    if (u % 8 === 0) yield;
  }
  // Each vertex is as low as the others let it, so that it has an edge without slack: many are matched at once.
  for (let u = 0; u < size; u += 1) {
    let best = u === 0 ? 1 : 0;
    for (let v = 0; v < size; v += 1) if (v !== u && isCloser(u, v, u, best)) best = v;
    const slack: Cost = [slack0(u, best), slack1(u, best), slack2(u, best)];
    label0[u] = numberAt(label0, u) - slack[0];
    label1[u] = numberAt(label1, u) - slack[1];
    label2[u] = numberAt(label2, u) - slack[2];
    for (let v = 0; v < size && numberAt(match, u) === NONE; v += 1) {
      if (v === u || numberAt(match, v) !== NONE || !isTight(u, v)) continue;
      match[u] = v;
      match[v] = u;
    }
    if (u % 32 === 0) yield;
  }
  const grow = function* (): Steps<boolean> {
    distance.fill(UNREACHED);
    nearest.fill(NONE);
    queue = [];
    for (let node = 0; node < nodes; node += 1) {
      if (!isOuter(node) || numberAt(match, node) !== NONE) continue;
      parent[node] = NONE;
      distance[node] = EVEN;
      enqueue(node);
    }
    if (queue.length === 0) return false;
    for (;;) {
      for (let vertex = queue.pop(); vertex !== undefined; vertex = queue.pop()) {
        if (numberAt(distance, numberAt(outer, vertex)) === ODD) continue;
        for (let other = 0; other < size; other += 1) {
          if (numberAt(outer, vertex) === numberAt(outer, other)) continue;
          if (!isTight(vertex, other)) compareNearest(vertex, numberAt(outer, other));
          else if (follow(vertex, other)) return true;
        }
        visit += size;
        if (visit > AT_ONCE) {
          visit = 0;
          yield;
        }
      }
      changeDuals();
      if (followTight()) return true;
      expandEmpty();
      visit += 4 * nodes;
    }
  };
  while (yield* grow()) yield;
  return Array.from(match.subarray(0, size));
}
