import { type Card, createEmptyCard, fsrs, type Grade, Rating } from "ts-fsrs";
import { expect, test } from "vitest";
import { silentLog } from "../../src/main/base/log.ts";
import { openJsonFile } from "../../src/main/data/json-file.ts";
import { createDeck, type DeckEntry, deckSchema, withinLimit } from "../../src/main/practice/deck.ts";
import { afterAnswer, FAST_MS, gradeOf, type StoredCard } from "../../src/main/practice/schedule.ts";
import { answerGrades } from "../../src/shared/practice/questions.ts";
import { sure } from "../live-games/support.ts";
import { seeded } from "../support/seeded.ts";
import { tempDir } from "../support/temp-dir.ts";

const DAY = 86_400_000;
const start = Date.UTC(2026, 10, 1);
const entry = (ply: number, card: StoredCard | null = null): DeckEntry => ({
  game: "7",
  createdAt: 1,
  ply,
  played: "e2e4",
  finding: null,
  card,
  answers: card?.reps ?? 0,
  right: 0,
});
const mistakeAt = (ply: number) => ({
  ...entry(ply),
  seat: "white",
  better: "d2d4",
  judgement: "blunder" as const,
  kind: "worsened" as const,
  phase: null,
  opening: null,
});

test("1,000 answers give the days that the library gives by itself, as JSON and back after each", () => {
  const library = fsrs({ enable_fuzz: false, enable_short_term: false });
  const ratings: readonly Grade[] = [Rating.Again, Rating.Hard, Rating.Good, Rating.Easy];
  const random = seeded(7);
  const cards = Array.from({ length: 20 }, (): { theirs: Card; ours: StoredCard | null; at: number } => ({
    theirs: createEmptyCard(new Date(start)),
    ours: null,
    at: start,
  }));
  for (let answer = 0; answer < 1_000; answer += 1) {
    const card = cards[Math.floor(random() * cards.length)];
    const place = Math.floor(random() * 4);
    const [grade, rating] = [answerGrades[place], ratings[place]];
    if (!card || grade === undefined || rating === undefined) throw new Error("no such card");
    // Sometimes early, sometimes long after its day.
    const at = Math.max(card.at, card.theirs.due.getTime() + Math.round((random() - 0.3) * 20 * DAY));
    const file = JSON.stringify([entry(1, afterAnswer(card.ours, grade, at))]);
    card.ours = deckSchema.parse(JSON.parse(file))[0]?.card ?? null;
    card.theirs = library.next(card.theirs, new Date(at), rating).card;
    card.at = at;
    const { due, last_review, ...rest } = card.theirs;
    expect(card.ours).toEqual({ ...rest, due: due.getTime(), last_review: last_review?.getTime() });
  }
  expect(cards.every(({ theirs }) => theirs.reps > 20)).toBe(true);
});

test("a grade says what happened: wrong, right after a hint, right, right and fast", () => {
  const grade = (right: boolean, hints: number, ms: number) => gradeOf({ right, hints, ms });
  expect(grade(false, 0, 1)).toBe("again");
  expect(grade(false, 2, 1)).toBe("again");
  expect(grade(true, 1, 1)).toBe("hard");
  expect(grade(true, 0, FAST_MS + 1)).toBe("good");
  expect(grade(true, 0, FAST_MS)).toBe("easy");
});

test("no answer brings a position back on the same day, and a wrong one brings it back before a right one", () => {
  const days = answerGrades.map((grade) => (afterAnswer(null, grade, start).due - start) / DAY);
  expect(Math.min(...days)).toBeGreaterThanOrEqual(1);
  expect(days.toSorted((one, other) => one - other)).toEqual(days);
  expect(new Set(days).size).toBeGreaterThan(2);
});

test("the file is bounded: what has no answer leaves first, then what is due last, and never what was just put in", () => {
  const card = (due: number) => ({ ...afterAnswer(null, "good", start), due });
  const all = [entry(1), entry(2, card(50)), entry(3, card(10)), entry(4), entry(5, card(30)), entry(6)];
  const plies = (most: number) => withinLimit(all, most).map(({ ply }) => ply);
  expect(plies(6)).toEqual([1, 2, 3, 4, 5, 6]);
  expect(plies(5)).toEqual([2, 3, 4, 5, 6]);
  expect(plies(4)).toEqual([2, 3, 5, 6]);
  expect(plies(3)).toEqual([3, 5, 6]);
  expect(plies(1)).toEqual([6]);
});

test("an entry of another game with that number, or of another move, is none", () => {
  using folder = tempDir();
  const file = {
    dataDir: folder.path,
    file: "practice",
    schema: deckSchema,
    initial: [],
    loss: "",
    log: silentLog,
  } as const;
  const deck = createDeck(openJsonFile(file));
  sure(deck.put(entry(3)));
  expect(deck.lookup()(mistakeAt(3))).toEqual(entry(3));
  expect(deck.lookup()({ ...mistakeAt(3), createdAt: 2 })).toBeNull();
  expect(deck.lookup()({ ...mistakeAt(3), played: "a2a3" })).toBeNull();
});
