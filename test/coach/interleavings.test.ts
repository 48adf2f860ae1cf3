import { expect, test } from "vitest";
import { createPositions } from "../../src/main/coach/positions.ts";
import { ASSISTANT, createSharedTree } from "../../src/main/coach/shared-tree.ts";
import {
  afterEvent,
  type Batch,
  changesOnto,
  newReplica,
  type Replica,
  shownLines,
  withChanges,
} from "../../src/renderer/coach/replica.ts";
import { acceptChanges, takeOutChanges } from "../../src/shared/coach/assistant.ts";
import type { BoardEvent } from "../../src/shared/coach/board.ts";
import {
  applyChanges,
  type Change,
  changesBetween,
  keyOf,
  keysOf,
  type Path,
  pathIn,
  placeAt,
} from "../../src/shared/coach/changes.ts";
import { followersOf, type Lines } from "../../src/shared/lines.ts";
import { invalid } from "../../src/shared/result.ts";
import { seeded } from "../support/seeded.ts";

const positions = createPositions("chess", {});
const legal = (path: Path) => {
  const move = positions.at(path);
  return move.ok && move.value.code !== path.at(-1) ? invalid("no code") : move;
};
const pick = <T>(random: () => number, list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)];

/** A few legal moves of each position, so that both writers often play the same. */
const openings = [
  "e2e4",
  "d2d4",
  "g1f3",
  "e7e5",
  "c7c5",
  "g8f6",
  "b8c6",
  "f1c4",
  "f1b5",
  "b1c3",
  "a7a6",
  "e1g1",
  "f8c5",
];
/** One of them that can be played at a place; undefined where a few tries found none. */
const moveAt = (random: () => number, path: Path): string | undefined =>
  [1, 2, 3].map(() => pick(random, openings) ?? "").find((code) => legal([...path, code]).ok);

const first: Lines = applyChanges(
  { moves: [] },
  ["e4", "e5", "Nf3"].map((text, index) => ({
    type: "add",
    path: ["e2e4", "e7e5", "g1f3"].slice(0, index + 1),
    move: { text },
  })),
);

/** The tree as both have to see it: each move by its path, in the order of the page, with its notes. */
function whole(lines: Lines): readonly object[] {
  const keys = keysOf(lines);
  const next = followersOf(lines);
  const out: object[] = [{ comment: lines.comment, assistant: lines.assistant }];
  const walk = (place: number): void => {
    for (const each of next(place)) {
      const { after: _, ...move } = lines.moves[each] ?? { after: 0 };
      out.push({ at: keys[each], ...move });
      walk(each);
    }
  };
  walk(-1);
  return out;
}

/** An outcome of one interleaving: the tree at the host and at the page, and what each was told is written. */
function interleave(seed: number) {
  const random = seeded(seed);
  const tree = createSharedTree(first, legal);
  let replica: Replica = newReplica(0, first);
  let shown = first;
  /** On the way: from the page to the host, and back. */
  const up: Batch[] = [];
  const down: BoardEvent[] = [];
  /** The moves and comments that were accepted, each with the version; and the removals that the page has made. */
  const written = new Map<string, { readonly version: number; readonly by: string }>();
  const comments = new Map<string, string>();
  let count = 0;

  const tell = (by: BoardEvent["by"], changes: readonly Change[]): void => {
    for (const { type, path } of changes) {
      const key = keyOf(path);
      if (type === "add" && !written.has(key))
        written.set(key, { version: tree.version(), by: by ? "page" : ASSISTANT });
      if (type === "remove")
        for (const each of [...written.keys(), ...comments.keys()].filter(
          (each) => each === key || each.startsWith(`${key}\n`),
        )) {
          written.delete(each);
          comments.delete(each);
        }
    }
    for (const change of changes)
      if (change.type === "note" && change.notes.assistant !== undefined) {
        const { comment } = change.notes.assistant ?? {};
        if (comment) comments.set(keyOf(change.path), comment);
        else comments.delete(keyOf(change.path));
      }
    down.push({
      id: "1",
      version: tree.version(),
      by,
      changes,
      shows: false,
      pointer: null,
      question: null,
      isOver: false,
    });
  };
  const edit = (next: Lines): void => {
    const made = withChanges(replica, changesBetween(shown, next));
    ({ replica } = made);
    up.push(made.batch);
    shown = next;
  };
  const placesOf = (lines: Lines): readonly Path[] => [[], ...keysOf(lines).map(pathIn)];

  const page = (): void => {
    const path = pick(random, placesOf(shown)) ?? [];
    const place = placeAt(shown, path);
    const kind = random();
    if (kind < 0.5) {
      const code = moveAt(random, path);
      if (code) edit(applyChanges(shown, [{ type: "add", path: [...path, code], move: { text: code } }]));
    } else if (kind < 0.65 && place !== null) {
      count += 1;
      edit(applyChanges(shown, [{ type: "note", path, notes: { comment: `person ${count}` } }]));
    } else if (kind < 0.8 && path.length > 0) edit(applyChanges(shown, [{ type: "remove", path }]));
    else if (kind < 0.9 && path.length > 0) edit(applyChanges(shown, [{ type: "lead", path }]));
    else if (kind < 0.95) edit(applyChanges(shown, acceptChanges(shown, path, true)));
    else edit(applyChanges(shown, takeOutChanges(shown, path)));
  };
  const assistant = (): void => {
    const path = pick(random, placesOf(tree.lines())) ?? [];
    const kind = random();
    const code = moveAt(random, path);
    count += 1;
    const changes: readonly Change[] =
      kind < 0.6 && code
        ? [{ type: "add", path: [...path, code], move: { text: code, assistant: { added: true } } }]
        : kind < 0.9
          ? [{ type: "note", path, notes: { assistant: { comment: `assistant ${count}` } } }]
          : takeOutChanges(tree.lines(), path);
    const { changes: made, refusals } = tree.merge(changes, ASSISTANT, Number.POSITIVE_INFINITY);
    expect(refusals).toEqual([]);
    tell(null, made);
  };
  const host = (): void => {
    const batch = up.shift();
    if (!batch) return;
    const { changes } = tree.merge(batch.changes, "page", batch.after);
    // Nothing is removed that the page had not seen.
    for (const change of changes)
      if (change.type === "remove") {
        const key = keyOf(change.path);
        for (const [each, { version, by }] of written)
          if ((each === key || each.startsWith(`${key}\n`)) && by !== "page" && version > batch.after)
            throw new Error(`${each} was removed unseen`);
      }
    tell({ writer: "page", batch: batch.number }, changes);
  };
  const hear = (): void => {
    const event = down.shift();
    if (!event) return;
    const next = afterEvent(replica, event, "page");
    if (!next) throw new Error("an event was missed");
    replica = next;
    shown = shownLines(replica);
  };
  for (let step = 0; step < 40; step += 1) pick(random, [page, page, assistant, assistant, host, host, hear, hear])?.();
  while (up.length > 0 || down.length > 0) {
    host();
    hear();
  }
  return { tree: tree.lines(), shown, pending: replica.pending, written, comments };
}

test("a thousand interleavings of a person and an assistant lose nothing, and both see the same at the end", () => {
  let moves = 0;
  for (let seed = 0; seed < 1_000; seed += 1) {
    const { tree, shown, pending, written, comments } = interleave(seed);
    expect(pending).toEqual([]);
    expect(whole(shown), `seed ${seed}`).toEqual(whole(tree));
    const keys = keysOf(tree);
    // No move stands on a wrong branch: each can be played where it stands.
    expect(keys.filter((key) => !legal(pathIn(key)).ok)).toEqual([]);
    expect(
      [...written.keys()].filter((key) => !keys.includes(key)),
      `seed ${seed}`,
    ).toEqual([]);
    const noteAt = (key: string) => {
      const place = placeAt(tree, pathIn(key));
      return place === null ? undefined : (place < 0 ? tree : tree.moves[place])?.assistant?.comment;
    };
    expect(
      [...comments].filter(([key, comment]) => noteAt(key) !== comment),
      `seed ${seed}`,
    ).toEqual([]);
    moves += written.size;
  }
  // Enough happened that there was something to lose.
  expect(moves).toBeGreaterThan(5_000);
});

test("changes between two trees make the one into the other, whatever their order", () => {
  for (let seed = 0; seed < 200; seed += 1) {
    const [one, other] = [interleave(seed).tree, interleave(seed + 5_000).tree];
    expect(whole(applyChanges(one, changesBetween(one, other)))).toEqual(whole(other));
    expect(changesBetween(other, other)).toEqual([]);
  }
});

test("changes of a copy come into a tree that was changed elsewhere, and nothing that was written in either is lost", () => {
  const at = (lines: Lines, key: string) => [lines, ...lines.moves][(placeAt(lines, pathIn(key)) ?? -2) + 1];
  const old = keysOf(first);
  let count = 0;
  for (let seed = 0; seed < 200; seed += 1) {
    const [tree, own] = [interleave(seed).tree, interleave(seed + 5_000).tree];
    const both = applyChanges(tree, changesOnto(tree, first, own));
    const keys = ["", ...keysOf(both)];
    expect(keys.filter((key) => key !== "" && !legal(pathIn(key)).ok)).toEqual([]);
    for (const one of [tree, own])
      for (const key of ["", ...keysOf(one)]) {
        const { comment = "", assistant } = at(one, key) ?? {};
        if (old.includes(key) && comment === "" && !assistant) continue;
        expect(keys, `seed ${seed}`).toContain(key);
        expect(at(both, key)?.comment ?? "", `seed ${seed}`).toContain(comment);
        if (one === tree)
          expect(at(both, key)?.assistant, `seed ${seed}`).toEqual(assistant ?? at(own, key)?.assistant);
        count += 1;
      }
    // The tree has them now: there are none left.
    expect(changesOnto(both, first, own), `seed ${seed}`).toEqual([]);
  }
  expect(count).toBeGreaterThan(2_000);
});
