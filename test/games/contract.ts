import { describe, expect, test } from "vitest";
import { z } from "zod";
import { claimableDraw, type GameDefinition, type GameRecord, type Move, outcomeText } from "../../src/games/game.ts";
import { plainLines } from "../../src/shared/lines.ts";
import { runAtOnce } from "../../src/shared/steps.ts";
import { CHANCE, type Options, type Outcome, type Seat } from "../../src/shared/terms.ts";
import { toolsetNames } from "../../src/shared/toolsets.ts";
import { amount } from "../support/full.ts";
import { seeded } from "../support/seeded.ts";
import { descendants, parseXml } from "./svg.ts";

/** Nothing of this is a move in any game; who reads a text must survive it and say no in one line. */
const noMoves = [
  "",
  " ",
  "no such move",
  "\u0000\u001b[31m",
  "a1\nb2",
  "🦄",
  "-1",
  "1e9",
  "<svg/>",
  "x".repeat(100_000),
];
const levels = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
const seeds = amount([1], [1, 2, 3]);

/** A position that a play-out went through, and the move that followed. */
interface Position {
  readonly state: unknown;
  /** Null at the end. */
  readonly next: { readonly seat: Seat; readonly text: string; readonly move: Move } | null;
}

/**
 * The contract of every game: it is played out at random for each way to set it up, and the host's assumptions are
 * checked on the way. Call it in a test file; it registers its tests.
 */
export function testContract(definition: GameDefinition, setups: readonly [Options, ...Options[]]): void {
  const { rules, words, simultaneous = false } = definition;
  const [first, second] = definition.seats;
  const viewers = [first, second, null];

  const started = (options: Options): unknown => {
    const start = rules.start(frozen(options));
    if (!start.ok) throw new Error(start.message);
    return frozen(start.value);
  };
  const playOut = remembered((options: Options, seed: number): readonly Position[] => {
    const random = seeded(seed);
    const positions: Position[] = [];
    for (let state = started(options); ; ) {
      const draw = rules.chance?.(state) ?? null;
      const seat = draw ? CHANCE : pickFrom(rules.toMove(state), random);
      const codes = draw?.map(({ code }) => code) ?? (seat === undefined ? [] : rules.legalMoves(state, seat));
      const text = pickFrom(codes, random);
      if (seat === undefined || text === undefined) return [...positions, { state, next: null }];
      const played = rules.play(state, seat, text);
      if (!played.ok) throw new Error(`${seat} may play ${text} and is refused: ${played.message}`);
      positions.push({ state, next: { seat, text, move: played.value.move } });
      state = frozen(played.value.state);
    }
  });
  const playOuts = setups.flatMap((options) => seeds.map((seed) => ({ options, seed })));
  /** Some positions of each play-out, the first and the last among them. */
  const looked = (positions: readonly Position[]): readonly Position[] => {
    const step = Math.ceil(positions.length / 8);
    return positions.filter((_, index) => index % step === 0 || index === positions.length - 1);
  };
  const positions = (): readonly Position[] => playOuts.flatMap(({ options, seed }) => looked(playOut(options, seed)));
  /** The views of these positions, each once. */
  const everyView = () => {
    const seen = positions().flatMap(({ state }) =>
      viewers.map((viewer) => ({ state, view: rules.view(state, viewer) })),
    );
    return [...new Map(seen.map((each) => [JSON.stringify(each.view), each])).values()];
  };

  describe(`${definition.title} as a game`, () => {
    test("says what it is", () => {
      expect(definition.kind).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
      expect(definition.title).toMatch(/^\S.*\S$/);
      expect(first).not.toBe(second);
      for (const seat of definition.seats) expect(seat).toMatch(/^[A-Za-z0-9-]{1,40}$/);
      expect(definition.seats).not.toContain(CHANCE);
      if (simultaneous) expect(rules.conceals).toBeDefined();
      // A player that takes a move back would know what is drawn next; a position looked up would tell what is hidden.
      if (rules.chance) expect([definition.takeback, definition.records]).toEqual([undefined, undefined]);
      if (rules.chance) expect(definition.caution).toMatch(/game of chance/);
      if (rules.conceals) {
        const { positions, engine, describe: facts } = definition;
        expect([positions, engine, facts]).toEqual([undefined, undefined, undefined]);
      }
      for (const [reason, text] of Object.entries(definition.reasons)) {
        expect(reason).toMatch(/^[a-z-]{1,40}$/);
        expect(text).not.toBe("");
      }
    });

    test("is set up by options of its own, all of which may be left out, and by no others", () => {
      expect(definition.options.safeParse({}).success).toBe(true);
      const usual = definition.usualOptions ?? {};
      expect(definition.options.parse(usual)).toEqual(usual);
      expect(rules.start(usual)).toEqual(rules.start({}));
      for (const [name, field] of Object.entries(definition.options.shape)) {
        expect(name).toMatch(/^[a-z0-9]+(_[a-z0-9]+)*$/);
        expect(field.description, name).toBeTruthy();
      }
      expect(definition.options.safeParse({ no_such_option: 1 }).success).toBe(false);
      for (const options of setups) {
        const parsed = definition.options.parse(copyOf(options));
        expect(parsed).toEqual(options);
        expect(rules.start(options)).toEqual(rules.start(parsed));
        expect(rules.ply(started(options))).toBe(0);
        expect(rules.outcome(started(options))).toBeNull();
      }
    });

    test.each(playOuts)("is played out, set up with $options (seed $seed)", ({ options, seed }) => {
      const played = playOut(options, seed);
      for (const [ply, { state, next }] of played.entries()) {
        const outcome = rules.outcome(state);
        const movers = rules.toMove(state);
        expect(rules.ply(state)).toBe(ply);
        const draw = rules.chance?.(state) ?? null;
        expect(movers.length === 0).toBe(outcome !== null || draw !== null);
        if (draw) {
          expect(outcome).toBeNull();
          expect(new Set(draw.map(({ code }) => code)).size).toBe(draw.length);
          for (const { weight } of draw) expect(Number.isInteger(weight) && weight > 0).toBe(true);
          expect(draw.reduce((sum, { weight }) => sum + weight, 0)).toBeLessThanOrEqual(2 ** 32);
        }
        expect(new Set([...movers, first, second]).size).toBe(2);
        if (!simultaneous) expect(movers.length).toBeLessThan(2);
        for (const seat of definition.seats) {
          const legal = rules.legalMoves(state, seat);
          expect(legal.length > 0).toBe(movers.includes(seat));
          expect(new Set(legal).size).toBe(legal.length);
        }
        expect(outcome === null).toBe(next !== null);
        if (next) expect([next.move.code, next.move.text.trim()]).toEqual([next.text, next.move.text]);
      }
      const end = played.at(-1);
      const outcome = rules.outcome(end?.state);
      if (!outcome) throw new Error("the game goes on");
      expect(definition.reasons).toHaveProperty(outcome.reason);
      expect(outcomeText(definition, outcome)).toContain(definition.reasons[outcome.reason]);
      const { winner } = outcome;
      const margin = definition.margin?.(end?.state) ?? null;
      if (margin !== null) expect(Math.sign(margin)).toBe(winner === null ? 0 : winner === first ? 1 : -1);
      if (winner !== null) expect(played.every(({ state }) => rules.canWin(state, winner))).toBe(true);
      if (simultaneous) expect(played.some(({ state }) => rules.toMove(state).length === 2)).toBe(true);
    });

    test("accepts every legal move, in either notation, and refuses what is none with the reason", () => {
      for (const { state } of positions()) {
        for (const seat of rules.toMove(state)) {
          for (const text of rules.legalMoves(state, seat)) {
            const played = rules.play(state, seat, text);
            if (!played.ok) expect.fail(`${text}: ${played.message}`);
            expect(played.value.move.code).toBe(text);
            expect(rules.ply(played.value.state)).toBe(rules.ply(state) + 1);
            expect(rules.play(state, seat, played.value.move.text)).toEqual(played);
          }
          for (const text of noMoves) {
            const refused = rules.play(state, seat, text);
            if (refused.ok) expect.fail(`${JSON.stringify(text.slice(0, 20))} was played`);
            expect(refused.code).toBe("ILLEGAL_MOVE");
            expect(definition.illegalKinds).toContain(refused.illegal);
            expect(refused.message).toMatch(/^[^\p{Cc}]{10,400}$/u);
          }
        }
      }
    });

    test("may let a draw be claimed for a reason that it knows, while the game goes on", () => {
      for (const { state } of playOuts.flatMap(({ options, seed }) => playOut(options, seed))) {
        const draw = claimableDraw(definition, state);
        if (draw === null) continue;
        expect([draw.winner, rules.outcome(state)]).toEqual([null, null]);
        expect(definition.reasons).toHaveProperty(draw.reason);
      }
    });

    test("keeps its state in the database, and takes no damaged one from there", () => {
      for (const { state } of positions()) expect(definition.state.parse(copyOf(state))).toEqual(state);
      const whole = copyOf(positions().at(-1)?.state);
      if (typeof whole !== "object" || whole === null) throw new Error("a state is an object");
      const damaged = Object.keys(whole).flatMap((field) => [
        Object.fromEntries(Object.entries(whole).filter(([name]) => name !== field)),
        { ...whole, [field]: { damaged: true } },
      ]);
      for (const state of [null, 1, "x", [], {}, ...damaged]) {
        expect(definition.state.safeParse(state).success, JSON.stringify(state)).toBe(false);
      }
    });

    test("shows nobody what it conceals: not in the view, not in words, not in the picture", () => {
      for (const { state, next } of positions()) {
        if (!next) continue;
        const ply = rules.ply(state);
        const draws = rules.chance?.(state)?.map(({ code }) => code);
        const others = (draws ?? rules.legalMoves(state, next.seat)).map((text) => {
          const played = rules.play(state, next.seat, text);
          if (!played.ok) throw new Error(played.message);
          return played.value.state;
        });
        // Of a draw a seat may see a part.
        for (const viewer of draws ? [null] : viewers) {
          // Nobody sees a state that waits for a draw.
          const hidden = others.filter((after) => !rules.chance?.(after) && rules.conceals?.(after, ply, viewer));
          expect(new Set(hidden.map((after) => shownTo(definition, after, viewer))).size).toBeLessThan(2);
          if (viewer === next.seat) expect(hidden).toEqual([]);
        }
      }
    });

    test("is described in words", () => {
      const { claims } = definition;
      const claimed = claims ? [...Object.values(claims.win), ...Object.values(claims.draw)] : [];
      for (const text of [words.moveForm, words.rules, ...claimed]) {
        expect(text.trim()).not.toBe("");
      }
      expect(words.rules).toMatch(/^# .+\n\n[^#]+\n$/);
      // A model that is asked for moves has no tools.
      expect(words.rules).not.toMatch(/claim_|offerDraw|: true/);
      if (words.prompt) expect(words.prompt.name).toMatch(/^[a-z0-9_]+$/);
      for (const { view } of everyView()) {
        expect(words.board(view)).toMatch(/^\|.+\|\n\|(-\|)+(\n\|.+\|)*$/);
        for (const text of [words.grid(view), words.line(view), ...words.legal(view, ["a1"])])
          expect(text).toMatch(/^[^\p{Cc}]+(\n[^\p{Cc}]+)*$/u);
        for (const fact of words.facts(view)) expect(fact).toMatch(/^- \S.*$/);
        expect(Object.keys(words.position(view))).not.toEqual([]);
        expect([true, false, undefined]).toContain(words.check?.(view));
        expect(view.kind).toBe(definition.kind);
        expect(copyOf(view)).toEqual(view);
      }
      for (const { options, seed } of playOuts) {
        const texts = movesOf(playOut(options, seed)).map(({ text }) => text);
        const told = words.moves(options, texts);
        let from = 0;
        for (const text of texts) {
          from = told.indexOf(text, from) + text.length;
          expect(from, text).toBeGreaterThanOrEqual(text.length);
        }
        expect(copyOf(words.start(options))).toEqual(words.start(options));
      }
    });

    test("is drawn from either side, the last move marked and nothing fetched", () => {
      for (const { state, view } of everyView()) {
        const moves = definition.seats.flatMap((seat) => rules.legalMoves(state, seat).slice(0, 1));
        for (const lastMove of [null, ...moves, '"/><script>alert(1)</script>']) {
          for (const orientation of definition.seats) {
            const drawn = definition.picture(view, { orientation, lastMove });
            expect(drawn).not.toMatch(/https?:|script|data:|@import|\son\w+=|NaN|undefined/);
            const elements = descendants(parseXml(`<svg>${drawn}</svg>`));
            const ids = elements.flatMap(({ attributes: { id } }) => (id === undefined ? [] : [id]));
            expect(new Set(ids).size).toBe(ids.length);
            for (const [, id] of drawn.matchAll(/(?:href="|url\()#([\w-]+)/g)) expect(ids).toContain(id);
            expect(elements.length).toBeGreaterThan(1);
          }
        }
      }
    });

    test("is played by strategies that choose legal moves at every level", () => {
      expect(Object.keys(definition.strategies)).toContain("random");
      if (!definition.engine) expect(Object.keys(definition.strategies)).toContain("levels");
      const random = seeded(7);
      for (const [index, { state }] of positions().entries()) {
        // The levels by turns: the lowest at each position, the others, which search, at each third one.
        const asked = levels.filter((level) => level === levels[0] || (index + level) % amount(3, 1) === 0);
        for (const seat of rules.toMove(state)) {
          const [view, legalMoves] = [rules.view(state, seat), rules.legalMoves(state, seat)];
          for (const [name, strategy] of Object.entries(definition.strategies)) {
            for (const level of asked) {
              const chosen = new Set<string>();
              // The ends of chance at the lowest level, which draws most and is soon done; and for who says it draws nothing.
              const ends = level === levels[0] || strategy.deterministic ? [() => 0, () => 1 - 2 ** -53] : [];
              for (const chance of [...ends, random])
                chosen.add(strategy.choose({ view, seat, legalMoves, level, random: chance }));
              for (const move of chosen) expect(legalMoves, `${name}, level ${level}`).toContain(move);
              if (strategy.deterministic) expect(chosen.size, `${name}, which says it draws nothing`).toBe(1);
            }
          }
        }
      }
    });

    test("brings along no tools, or tools that are described, for a toolset that can be asked for", () => {
      if (!definition.tools) return;
      expect(toolsetNames).toContain(definition.tools.toolset);
      for (const { name, title, description, input, output } of definition.tools.list) {
        expect(name).toMatch(/^[a-z_]{1,64}$/);
        for (const text of [title, description]) expect(text.trim(), name).not.toBe("");
        const fields = Object.values(z.toJSONSchema(input, { io: "input" }).properties ?? {});
        for (const field of fields) expect(field).toHaveProperty("description");
        expect(Object.keys(output), name).not.toEqual([]);
      }
    });

    test("may know the opening of a game, the same whenever it is asked", () => {
      for (const { options, seed } of playOuts) {
        const moves = movesOf(playOut(options, seed)).map(({ code }) => code);
        const opening = definition.openings?.of(options, moves);
        expect(definition.openings?.of(options, moves)).toEqual(opening);
        if (opening) expect([opening.code, opening.name]).not.toContain("");
      }
    });

    test("tells the keys of the positions that a game goes through as its rules come there", () => {
      for (const { options, seed } of playOuts) {
        const played = playOut(options, seed);
        const keys =
          definition.positions?.along(
            options,
            movesOf(played).map(({ code }) => code),
          ) ?? [];
        expect(keys).toEqual(played.slice(0, keys.length).map(({ state }) => definition.positions?.key(state)));
        if (definition.positions) expect(keys.length).toBeGreaterThan(Math.min(20, played.length - 1));
      }
    });

    test("is written in its notation and read back, where there is a way to", () => {
      if (!definition.records) return;
      for (const { options, seed } of playOuts) {
        const played = playOut(options, seed);
        const moves = movesOf(played);
        const outcome = rules.outcome(played.at(-1)?.state);
        const read = runAtOnce(
          definition.records.readGame(definition.records.write(recordOf(options, moves, outcome))),
        );
        if (!read.ok) throw new Error(read.message);
        expect(read.value.moves).toEqual(moves);
        expect(read.value.names).toEqual({ [first]: "Ann", [second]: "Bob" });
        expect(read.value.outcome).toEqual({ winner: outcome?.winner, reason: "recorded" });
        expect(rules.start(definition.options.parse(read.value.options))).toEqual(rules.start(options));
      }
      expect(runAtOnce(definition.records.readGame("no game at all"))).toMatchObject({
        ok: false,
        code: "INVALID_ARGUMENT",
      });
    });
  });
}

/** All that a viewer is told of a state, as one text. */
function shownTo(
  { rules, words, picture, seats: [first, second] }: GameDefinition,
  state: unknown,
  viewer: Seat | null,
): string {
  const view = rules.view(state, viewer);
  return JSON.stringify([
    view,
    words.board(view),
    words.grid(view),
    words.line(view),
    words.facts(view),
    words.position(view),
    picture(view, { orientation: viewer ?? first, lastMove: null }),
    [rules.ply(state), rules.toMove(state), rules.outcome(state)],
    [first, second].map((seat) => seat === viewer && rules.legalMoves(state, seat)),
  ]);
}

const recordOf = (options: Options, moves: readonly Move[], outcome: Outcome | null): GameRecord<Options> => ({
  id: "4821",
  createdAt: Date.UTC(2026, 10, 22),
  options,
  players: [
    { name: "Ann", isHuman: true },
    { name: "Bob", isHuman: false },
  ],
  lines: plainLines(moves),
  timeControl: { initial: 300, increment: 2 },
  outcome,
  annotator: null,
  tags: null,
});

const movesOf = (positions: readonly Position[]): readonly Move[] =>
  positions.flatMap(({ next }) => (next ? [next.move] : []));

const pickFrom = <T>(from: readonly T[], random: () => number): T | undefined =>
  from[Math.floor(random() * from.length)];

/** The same value as it comes back from the database. */
const copyOf = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

/** The same value, of which nothing can be changed any more: whoever tries throws. */
function frozen<T>(value: T): T {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return value;
  for (const part of Object.values(value)) frozen(part);
  return Object.freeze(value);
}

/** A function of two arguments that works out each answer once. */
function remembered<A, B, R>(find: (a: A, b: B) => R): (a: A, b: B) => R {
  const known = new Map<A, Map<B, R>>();
  return (a, b) => {
    const row = known.get(a) ?? new Map<B, R>();
    known.set(a, row);
    const found = row.get(b) ?? find(a, b);
    row.set(b, found);
    return found;
  };
}
