import { accept, invalid, type Result } from "../../shared/result.ts";
import { CHANCE, type Outcome, otherSeat, type Seat, type View } from "../../shared/terms.ts";
import { type ChanceOutcome, illegalMove, loneWord, type PlayedMove, type Rules } from "../game.ts";
import { about } from "./about.ts";

/** The ranks, the lowest first. */
export const cardRanks = ["J", "Q", "K"] as const;
export type Rank = (typeof cardRanks)[number];

/**
 * The two games: Kuhn poker (H. W. Kuhn, A Simplified Two-Person Poker, 1950), with one card of each rank and one round
 * of bets, and Leduc hold'em (F. Southey et al., Bayes' Bluff, UAI 2005), with two and two rounds, of which the second
 * one has a card on the board. `copies` are the cards of each rank, `bets` the size of a bet in each round, and `raises`
 * the most bets and raises in a round, in chips.
 */
export const decks = {
  kuhn: { copies: 1, bets: [1], raises: 1 },
  leduc: { copies: 2, bets: [2, 4], raises: 2 },
} as const;
export type Deck = keyof typeof decks;
export const deckNames = ["kuhn", "leduc"] as const satisfies readonly Deck[];

export const actions = ["check", "bet", "fold", "call", "raise"] as const;
export type Action = (typeof actions)[number];

export type PokerOptions = {
  /** Whether it is Leduc hold'em instead of Kuhn poker. */
  readonly leduc?: boolean | undefined;
  /** 1, or an even number up to {@link mostHands}; {@link usualHands} where it is left out. */
  readonly hands?: number | undefined;
};
export const usualHands = 20;
export const mostHands = 200;

/** The cards of a hand: that of the opener, that of the other, and the board in Leduc hold'em; a letter each. */
type Deal = string;

export interface PokerState {
  readonly deck: Deck;
  readonly hands: number;
  /** Hands that are over. */
  readonly over: number;
  /** Chips that the first seat has won, negative where it has lost them. */
  readonly chips: number;
  /** The cards of the present hand; null before they are dealt. */
  readonly deal: Deal | null;
  /** The actions of the present hand, in rounds of bets. */
  readonly rounds: readonly (readonly Action[])[];
  /** The deals of the first half that the second half has not repeated yet, with their numbers. */
  readonly pool: Readonly<Record<Deal, number>>;
  /** The actions of either seat with each card, as {@link habitAt} numbers it. */
  readonly habits: readonly [readonly number[], readonly number[]];
  /** The hand before this one; null in the first. */
  readonly last: PastHand | null;
  /** Moves and draws before the present hand. */
  readonly before: number;
}

/** A hand that is over. */
export interface PastHand {
  readonly opener: Seat;
  readonly deal: Deal;
  readonly rounds: readonly (readonly Action[])[];
  /** Chips that the first seat won by it. */
  readonly chips: number;
}

export interface PokerView extends View {
  readonly kind: "poker";
  readonly deck: Deck;
  readonly hands: number;
  /** The number of the hand that is played, from 1; the last one in a game that is over. */
  readonly hand: number;
  readonly opener: Seat;
  /** The chips that each seat has won. */
  readonly chips: Readonly<Record<"first" | "second", number>>;
  /** The cards that the viewer sees; null for a hidden one, and where none is dealt. */
  readonly cards: Readonly<Record<"first" | "second", Rank | null>>;
  readonly board: Rank | null;
  /** The actions of this hand, in rounds of bets: the opener begins each. */
  readonly rounds: readonly (readonly Action[])[];
  /** The chips that each seat has put in this hand. */
  readonly stakes: Readonly<Record<"first" | "second", number>>;
  /** The seat that is to act; null where the game is over. */
  readonly turn: Seat | null;
  readonly last: PastHand | null;
  readonly habits: PokerState["habits"];
}

/** How the rules end a game, in the words that follow “wins by” or “Draw by”. */
export const reasons = { chips: "Chips", "equal-chips": "Equal Chips" } as const;
export const illegalKinds = ["notation", "not-now"] as const;

const [first, second] = about.seats;
const placeOf = (seat: Seat): 0 | 1 => (seat === second ? 1 : 0);

/** The seat that opens a hand, by its number from 0: the second half repeats the first with the seats reversed. */
export const openerOf = ({ hands }: Pick<PokerState, "hands">, hand: number): Seat =>
  hands > 1 && 2 * hand >= hands ? second : first;

const isOver = ({ over, hands }: PokerState): boolean => over === hands;
const presentRound = ({ rounds }: Pick<PokerState, "rounds">): readonly Action[] => rounds.at(-1) ?? [];
/** Whether an action puts in more than the other side has. */
export const isAggressive = (action: Action | undefined): boolean => action === "bet" || action === "raise";
/** The position that acts after some actions of a round: 0 for the opener. */
export const turnIn = (round: readonly Action[]): 0 | 1 => (round.length % 2 === 0 ? 0 : 1);

/** The chips that each position has put in, the opener's first: an ante of 1 and its bets. */
export function stakesOf({ deck }: Pick<PokerState, "deck">, rounds: PokerState["rounds"]): readonly [number, number] {
  const stakes: [number, number] = [1, 1];
  for (const [index, round] of rounds.entries())
    for (const [turn, action] of round.entries()) {
      const place = turn % 2 === 0 ? 0 : 1;
      const most = Math.max(...stakes);
      if (action === "call") stakes[place] = most;
      if (isAggressive(action)) stakes[place] = most + (decks[deck].bets[index] ?? 0);
    }
  return stakes;
}

/** The actions that are open after those of a round. */
export function openActions(deck: Deck, round: readonly Action[]): readonly Action[] {
  if (!isAggressive(round.at(-1))) return ["check", "bet"];
  const mayRaise = round.filter(isAggressive).length < decks[deck].raises;
  return mayRaise ? ["fold", "call", "raise"] : ["fold", "call"];
}

/** Whether the bets of a round are made: both checked, or one called or folded. */
export const isClosed = (round: readonly Action[]): boolean =>
  round.at(-1) === "call" || round.at(-1) === "fold" || (round.length === 2 && round.at(-1) === "check");

/** The number of a habit: of a rank, where there was a bet to answer or not, and whether the action put chips in. */
export const habitAt = (rank: Rank, isAnswer: boolean, puts: boolean): number =>
  4 * cardRanks.indexOf(rank) + 2 * Number(isAnswer) + Number(puts);
export const habitCount = 4 * cardRanks.length;

/** All deals of a deck, with the number of ways to deal each. */
export function dealsOf(deck: Deck): readonly ChanceOutcome[] {
  const { copies, bets } = decks[deck];
  const partial = (before: string): readonly ChanceOutcome[] =>
    before.length === 1 + bets.length
      ? [{ code: before, weight: 1 }]
      : cardRanks.flatMap((rank) => {
          const left = copies - [...before].filter((card) => card === rank).length;
          return left <= 0 ? [] : partial(before + rank).map(({ code, weight }) => ({ code, weight: left * weight }));
        });
  return partial("");
}
/** The chips that the opener wins by a hand that is over. */
export function openerWins(state: Pick<PokerState, "deck">, deal: Deal, rounds: PokerState["rounds"]): number {
  const stakes = stakesOf(state, rounds);
  const last = rounds.at(-1) ?? [];
  if (last.at(-1) === "fold") return last.length % 2 === 0 ? stakes[1] : -stakes[0];
  const [one = "", other = "", board] = deal;
  // A pair with the board wins, or else the higher card.
  const strength = (card: string) => cardRanks.join("").indexOf(card) + (card === board ? cardRanks.length : 0);
  return Math.sign(strength(one) - strength(other)) * stakes[0];
}

/**
 * Small poker: hands of Kuhn poker or Leduc hold'em. Both put in a chip, get a card that they alone see, and bet; the
 * better card takes what is in, or whoever has not folded. The cards of each hand are shown once it is over. The second
 * half of the hands has the deals of the first, in an order drawn by chance, with the seats reversed, so that neither
 * seat gets better cards.
 */
export const rules: Rules<PokerState, PokerOptions, PokerView> = {
  start({ leduc = false, hands = usualHands }): Result<PokerState> {
    if (hands > 1 && hands % 2 !== 0) return invalid("hands must be 1 or an even number.");
    const none = Array.from({ length: habitCount }, () => 0);
    const habits = [none, none] as const;
    const deck = leduc ? "leduc" : "kuhn";
    return accept({ deck, hands, over: 0, chips: 0, deal: null, rounds: [], pool: {}, habits, last: null, before: 0 });
  },

  toMove: (state) => (state.deal === null || isOver(state) ? [] : [seatToAct(state)]),

  chance(state) {
    if (isOver(state) || state.deal !== null) return null;
    if (openerOf(state, state.over) === first) return dealsOf(state.deck);
    // In the order of the deck: a database may keep the fields of an object in another one.
    return dealsOf(state.deck).flatMap(({ code }) => {
      const weight = state.pool[code] ?? 0;
      return weight > 0 ? [{ code, weight }] : [];
    });
  },

  ply: ({ before, deal, rounds }) => before + (deal === null ? 0 : 1) + rounds.flat().length,

  play(state, seat, text): Result<PlayedMove<PokerState>> {
    const word = loneWord(text);
    if (seat === CHANCE) {
      const code = word.toUpperCase();
      if (!dealsOf(state.deck).some((deal) => deal.code === code))
        return illegalMove("notation", "name a deal, such as JK.");
      const [one = "", other = "", board] = code;
      const text = `Dealt ${one} and ${other}${board ? `, board ${board}` : ""}`;
      return accept({ state: { ...state, deal: code, rounds: [[]] }, move: { code, text } });
    }
    const action = actions.find((each) => each === word.toLowerCase());
    if (action === undefined) return illegalMove("notation", "write check, bet, fold, call or raise.");
    const round = presentRound(state);
    if (!openActions(state.deck, round).includes(action)) {
      const bet = action === "raise" ? "no raise is left" : "there is a bet to answer";
      const reason = isAggressive(round.at(-1)) ? bet : "there is no bet to answer";
      return illegalMove("not-now", `you cannot ${action} now: ${reason}.`);
    }
    return accept({ state: withAction(state, action), move: { code: action, text: action } });
  },

  outcome(state): Outcome | null {
    if (!isOver(state)) return null;
    if (state.chips === 0) return { winner: null, reason: "equal-chips" };
    return { winner: state.chips > 0 ? first : second, reason: "chips" };
  },

  /** Whether its chips and the most that the hands which are left can bring are more than nothing. */
  canWin({ chips, hands, over, deck }, seat) {
    const most = decks[deck].bets.reduce<number>((sum, bet) => sum + bet * decks[deck].raises, 1);
    return (seat === first ? chips : -chips) + (hands - over) * most > 0;
  },

  legalMoves: (state, seat) => (rules.toMove(state).includes(seat) ? openActions(state.deck, presentRound(state)) : []),

  view(state, viewer) {
    const { deck, hands, over, chips, deal, rounds, last, habits } = state;
    const hand = Math.min(over, hands - 1);
    const opener = openerOf(state, hand);
    const [one, other, board] = deal ?? "";
    const bySeat = <Value>(opening: Value, answering: Value) =>
      opener === first ? { first: opening, second: answering } : { first: answering, second: opening };
    const dealt = bySeat(rankOf(one), rankOf(other));
    const sees = (seat: Seat) => viewer === seat || viewer === CHANCE;
    return {
      kind: "poker",
      deck,
      hands,
      hand: hand + 1,
      opener,
      chips: { first: chips, second: 0 - chips },
      cards: { first: sees(first) ? dealt.first : null, second: sees(second) ? dealt.second : null },
      board: rounds.length > 1 ? rankOf(board) : null,
      rounds,
      stakes: deal === null ? { first: 0, second: 0 } : bySeat(...stakesOf(state, rounds)),
      turn: rules.toMove(state)[0] ?? null,
      last,
      habits,
    };
  },

  /** The deal of the present hand; actions are made openly. */
  conceals: ({ before, deal }, ply, viewer) => deal !== null && ply === before && viewer !== CHANCE,
};

export const rankOf = (letter: string | undefined): Rank | null => cardRanks.find((rank) => rank === letter) ?? null;
const seatToAct = (state: PokerState): Seat => {
  const opener = openerOf(state, state.over);
  return turnIn(presentRound(state)) === 0 ? opener : otherSeat(about.seats, opener);
};

/** The state after an action, and after the hand where it ends it. */
function withAction(state: PokerState, action: Action): PokerState {
  const { deck, deal, rounds, over } = state;
  if (deal === null) throw new Error("nothing is dealt");
  const round = [...presentRound(state), action];
  const all = [...rounds.slice(0, -1), round];
  if (!isClosed(round)) return { ...state, rounds: all };
  if (action !== "fold" && all.length < decks[deck].bets.length) return { ...state, rounds: [...all, []] };
  const opener = openerOf(state, over);
  const won = openerWins(state, deal, all);
  const chips = opener === first ? won : 0 - won;
  const used = hasHalves(state) ? { ...state.pool, [deal]: (state.pool[deal] ?? 0) + (opener === first ? 1 : -1) } : {};
  return {
    ...state,
    over: over + 1,
    chips: state.chips + chips,
    deal: null,
    rounds: [],
    pool: used,
    habits: habitsAfter(state.habits, placeOf(opener), deal, all),
    last: { opener, deal, rounds: all, chips },
    before: state.before + 1 + all.flat().length,
  };
}

const hasHalves = ({ hands }: PokerState): boolean => hands > 1;

/** The habits with what both seats did in a hand. */
function habitsAfter(
  habits: PokerState["habits"],
  opener: 0 | 1,
  deal: Deal,
  rounds: PokerState["rounds"],
): PokerState["habits"] {
  const counts: [number[], number[]] = [[...habits[0]], [...habits[1]]];
  for (const round of rounds)
    for (const [turn, action] of round.entries()) {
      const rank = rankOf(deal[turn % 2]);
      const seat = turn % 2 === 0 ? opener : opener === 0 ? 1 : 0;
      const isAnswer = isAggressive(round[turn - 1]);
      if (rank) {
        const place = habitAt(rank, isAnswer, isAggressive(action) || action === "call");
        counts[seat][place] = (counts[seat][place] ?? 0) + 1;
      }
    }
  return counts;
}

/** `by 7 chips`, or `with equal chips`. */
export function tally({ chips }: PokerState): string {
  const most = Math.abs(chips);
  return most === 0 ? "with equal chips" : `by ${most} ${most === 1 ? "chip" : "chips"}`;
}
