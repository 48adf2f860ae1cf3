import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { viewAt } from "../../../src/games/poker/page/play.tsx";
import {
  type Action,
  cardRanks,
  type Deck,
  dealsOf,
  deckNames,
  decks,
  isClosed,
  openActions,
  openerWins,
  type PokerOptions,
  type PokerState,
  type Rank,
  rules,
  tally,
  turnIn,
} from "../../../src/games/poker/rules.ts";
import { equilibriumMixture, strategies } from "../../../src/games/poker/strategies.ts";
import { CHANCE, type Seat } from "../../../src/shared/terms.ts";
import { amount } from "../../support/full.ts";
import { seeded } from "../../support/seeded.ts";

const started = (options: PokerOptions): PokerState => {
  const start = rules.start(options);
  if (!start.ok) throw new Error(start.message);
  return start.value;
};
const after = (state: PokerState, seat: Seat, text: string): PokerState => {
  const play = rules.play(state, seat, text);
  if (!play.ok) throw new Error(play.message);
  return play.value.state;
};
const acted = (state: PokerState, ...texts: readonly string[]): PokerState =>
  texts.reduce((each, text) => after(each, rules.toMove(each)[0] ?? CHANCE, text), state);

/*
 * As in traces.test.ts: the lines of OpenSpiel's kuhn_poker and leduc_poker (commit 112b7770), in which cards are dealt
 * by the same generator as actions are chosen. Its board is dealt when it is seen, ours with the cards: that of a hand is
 * put in once the other program has drawn it.
 */
const games = amount(300, 10_000);
const traces = [
  {
    deck: "kuhn",
    deals: "Deal",
    names: ["Pass", "Bet"],
    digests: {
      300: "467efdbc01bdef20238dbabc837ee670e43fcb30ed146fdadc0059a28ae2711d",
      10000: "c08ef86d5fae81c799cbc90f7ad4bd7c747261e6a61bf7618a83982586749755",
    },
  },
  {
    deck: "leduc",
    deals: "Chance outcome",
    names: ["Fold", "Call", "Raise"],
    digests: {
      300: "df5e2a1e6fd1ed2c27293928bef16b128577d2a9916eb21011843425f2c30b89",
      10000: "6b641402d9f6a35d4ad3a7e76fcf9f0dd258afba126be8d5476cc90b3454d6e1",
    },
  },
] as const;

test.each(traces)(
  "random hands of $deck poker are the same as another program's",
  ({ deck, deals, names, digests }) => {
    const hash = createHash("sha256");
    let x = 1;
    const pick = <T>(from: readonly T[]): T => {
      x = (x * 48_271) % 2_147_483_647;
      const choice = from[x % from.length];
      if (choice === undefined) throw new Error("there is nothing to pick");
      return choice;
    };
    const { copies } = decks[deck];
    for (let game = 0; game < games; game += 1) {
      let left = Array.from({ length: cardRanks.length * copies }, (_, index) => index);
      let line = "";
      const card = (): string => {
        const drawn = pick(left);
        line += `${deals}:${drawn}/${left.length} `;
        left = left.filter((each) => each !== drawn);
        return cardRanks[Math.floor(drawn / copies)] ?? "";
      };
      let deal = card() + card();
      const taken: Action[] = [];
      const now = (): PokerState => {
        const whole = dealsOf(deck).find(({ code }) => code.startsWith(deal))?.code ?? "";
        return acted(started({ leduc: deck === "leduc", hands: 1 }), whole, ...taken);
      };
      for (let state = now(); rules.outcome(state) === null; state = now()) {
        if (state.rounds.length > deal.length - 1) deal += card();
        const [seat = ""] = rules.toMove(state);
        const legal = openActions(deck, state.rounds.at(-1) ?? []);
        expect(rules.legalMoves(state, seat)).toEqual(legal);
        const action = pick(legal);
        const isFold = action === "fold" || (deck === "kuhn" && action === "check");
        const isRaise = action === "bet" || action === "raise";
        const name = deck === "kuhn" ? (isFold ? names[0] : names[1]) : names[isFold ? 0 : isRaise ? 2 : 1];
        line += `${name}/${legal.length} `;
        taken.push(action);
      }
      hash.update(`${line}${now().chips}\n`);
    }
    expect(hash.digest("hex")).toBe(games === 300 ? digests[300] : digests[10_000]);
  },
);

test("a match has the deals of its first half again in its second, with the seats reversed", () => {
  const random = seeded(3);
  for (const deck of deckNames) {
    let state = started({ leduc: deck === "leduc", hands: 12 });
    const seen: { opener: Seat; deal: string }[] = [];
    while (rules.outcome(state) === null) {
      const due = rules.chance?.(state);
      const texts = due?.map(({ code }) => code) ?? rules.legalMoves(state, rules.toMove(state)[0] ?? "");
      state = acted(state, texts[Math.floor(random() * texts.length)] ?? "");
      if (due && state.deal !== null) seen.push({ opener: rules.toMove(state)[0] ?? "", deal: state.deal });
    }
    const half = (opener: Seat) => seen.flatMap((each) => (each.opener === opener ? [each.deal] : [])).toSorted();
    expect(half("first")).toHaveLength(6);
    expect(half("second")).toEqual(half("first"));
  }
  expect(rules.start({ hands: 3 })).toMatchObject({ ok: false, code: "INVALID_ARGUMENT" });
});

test("a seat sees its own card until the hand is over, and then both; the board is seen in the second round", () => {
  const dealt = acted(started({ leduc: true, hands: 2 }), "JKJ");
  const cards = (state: PokerState, viewer: Seat | null) => rules.view(state, viewer).cards;
  expect(cards(dealt, "first")).toEqual({ first: "J", second: null });
  expect(cards(dealt, "second")).toEqual({ first: null, second: "K" });
  expect(cards(dealt, null)).toEqual({ first: null, second: null });
  expect(cards(dealt, CHANCE)).toEqual({ first: "J", second: "K" });
  expect([null, "first", "second", CHANCE].map((viewer) => rules.conceals?.(dealt, 0, viewer))).toEqual([
    true,
    true,
    true,
    false,
  ]);
  expect(rules.view(dealt, CHANCE).board).toBeNull();
  const second = acted(dealt, "check", "check");
  expect(rules.view(second, null).board).toBe("J");
  const over = acted(second, "bet", "call");
  expect(rules.view(over, null).last).toMatchObject({ deal: "JKJ", chips: 5 });
  expect(rules.conceals?.(over, 0, null)).toBe(false);
});

test("the chips decide a match, and equal ones are a draw", () => {
  const hand = (state: PokerState, deal: string, ...texts: string[]) => acted(state, deal, ...texts);
  const half = hand(started({ hands: 2 }), "KJ", "bet", "call");
  expect([half.chips, rules.outcome(half)]).toEqual([2, null]);
  // The second seat opens with the king now.
  const less = hand(half, "KJ", "bet", "fold");
  expect([rules.outcome(less), tally(less)]).toEqual([{ winner: "first", reason: "chips" }, "by 1 chip"]);
  const even = hand(half, "KJ", "bet", "call");
  expect([rules.outcome(even), tally(even)]).toEqual([{ winner: null, reason: "equal-chips" }, "with equal chips"]);
});

test("the page shows each past position as the rules had it", () => {
  const random = seeded(5);
  for (const leduc of [false, true]) {
    let state = started({ leduc, hands: 6 });
    const history: { ply: number; by: Seat; code: string; text: string; at: string; ms: number; clock: null }[] = [];
    const views = [rules.view(state, CHANCE)];
    while (rules.outcome(state) === null) {
      const due = rules.chance?.(state);
      const by = due ? CHANCE : (rules.toMove(state)[0] ?? "");
      const texts = due?.map(({ code }) => code) ?? rules.legalMoves(state, by);
      const code = texts[Math.floor(random() * texts.length)] ?? "";
      state = after(state, by, code);
      history.push({ ply: history.length + 1, by, code, text: code, at: "", ms: 0, clock: null });
      views.push(rules.view(state, CHANCE));
    }
    const final = rules.view(state, CHANCE);
    for (const [ply, view] of views.entries()) {
      // Habits are for strategies.
      expect({ ...viewAt(final, history.slice(0, ply)), habits: view.habits }, `ply ${ply}`).toEqual(view);
    }
  }
});

describe("the equilibrium", () => {
  /** The chips that the opener expects where both follow the equilibrium, by going through every deal and action. */
  const expected = (deck: Deck): number => {
    const walk = (deal: string, rounds: readonly (readonly Action[])[]): number => {
      const round = rounds.at(-1) ?? [];
      const isLast = rounds.length === decks[deck].bets.length;
      if (isClosed(round))
        return round.at(-1) === "fold" || isLast ? openerWins({ deck }, deal, rounds) : walk(deal, [...rounds, []]);
      const letter = (index: number): Rank | null => cardRanks.find((rank) => rank === deal[index]) ?? null;
      const rank = letter(turnIn(round)) ?? "J";
      const mixture = equilibriumMixture({ deck, rank, board: rounds.length > 1 ? letter(2) : null, rounds });
      const sum = mixture.reduce((all, share) => all + share, 0);
      return openActions(deck, round).reduce(
        (all, action, index) =>
          all + ((mixture[index] ?? 0) / sum) * walk(deal, [...rounds.slice(0, -1), [...round, action]]),
        0,
      );
    };
    const all = dealsOf(deck).reduce((sum, { weight }) => sum + weight, 0);
    return dealsOf(deck).reduce((sum, { code, weight }) => sum + (weight / all) * walk(code, [[]]), 0);
  };

  test("loses 1/18 chip a hand as the opener of Kuhn poker against itself, exactly and over 100,000 deals", () => {
    expect(expected("kuhn")).toBeCloseTo(-1 / 18, 12);
    const random = seeded(18);
    const hands = 100_000;
    let [sum, squares] = [0, 0];
    const start = started({ hands: 1 });
    for (let hand = 0; hand < hands; hand += 1) {
      let state = acted(start, dealsOf("kuhn")[Math.floor(random() * 6)]?.code ?? "");
      while (rules.outcome(state) === null) {
        const [seat = ""] = rules.toMove(state);
        const question = {
          view: rules.view(state, seat),
          seat,
          legalMoves: rules.legalMoves(state, seat),
          level: 1,
          random,
        };
        state = after(state, seat, strategies.equilibrium.choose(question));
      }
      sum += state.chips;
      squares += state.chips ** 2;
    }
    const mean = sum / hands;
    const error = Math.sqrt((squares / hands - mean ** 2) / hands);
    expect(Math.abs(mean + 1 / 18)).toBeLessThan(2.58 * error);
  });

  test("has the known value of Leduc hold'em against itself: the opener loses 0.0856 chips a hand", () => {
    expect(expected("leduc")).toBeCloseTo(-0.0856, 3);
  });
});

/** Chips a hand that the first strategy wins in matches against the second, each in the first seat half of the time. */
function duel(
  names: readonly [keyof typeof strategies, keyof typeof strategies | "weak"],
  deck: Deck,
  matches: number,
): number {
  const random = seeded(9);
  let won = 0;
  for (let match = 0; match < matches; match += 1) {
    let state = started({ leduc: deck === "leduc", hands: 20 });
    const isSwapped = match % 2 === 1;
    while (rules.outcome(state) === null) {
      const due = rules.chance?.(state);
      if (due) {
        const codes = due.flatMap(({ code, weight }) => Array.from({ length: weight }, () => code));
        state = acted(state, codes[Math.floor(random() * codes.length)] ?? "");
        continue;
      }
      const [seat = ""] = rules.toMove(state);
      const name = names[(seat === "first") === isSwapped ? 1 : 0];
      const legalMoves = rules.legalMoves(state, seat);
      const question = { view: rules.view(state, seat), seat, legalMoves, level: name === "weak" ? 1 : 10, random };
      state = after(state, seat, strategies[name === "weak" ? "levels" : name].choose(question));
    }
    won += (isSwapped ? -1 : 1) * state.chips;
  }
  return won / matches / 20;
}

test("a reader of habits wins from one that acts at random, and equilibrium does, in either deck", () => {
  for (const deck of deckNames) {
    expect(duel(["pattern", "weak"], deck, 40)).toBeGreaterThan(0.1);
    expect(duel(["equilibrium", "weak"], deck, 40)).toBeGreaterThan(0.05);
  }
});
