import type { Seat } from "../../shared/terms.ts";
import type { Strategy, StrategyInput } from "../game.ts";
import { atLevel, pick } from "../strategy.ts";
import leduc from "./leduc-equilibrium.json" with { type: "json" };
import {
  type Action,
  type Deck,
  dealsOf,
  decks,
  habitAt,
  isAggressive,
  isClosed,
  openActions,
  openerWins,
  type PokerView,
  type Rank,
  turnIn,
} from "./rules.ts";

type Rounds = PokerView["rounds"];
/** The probability of each open action, in their order. */
type Mixture = readonly number[];

/**
 * The probabilities of putting a chip in where there is no bet, and where there is one, of an equilibrium of Kuhn poker
 * (Kuhn 1950): that in which the opener bets with the jack once in three times. The opener loses 1/18 chip a hand.
 */
const kuhnMixtures: Readonly<Record<Rank, { readonly opener: Mixture; readonly other: Mixture }>> = {
  J: { opener: [1 / 3, 0], other: [1 / 3, 0] },
  Q: { opener: [0, 2 / 3], other: [0, 1 / 3] },
  K: { opener: [1, 1], other: [1, 1] },
};

/** The part of a hand that a player knows: its card, the board and the actions. */
interface Knowledge {
  readonly deck: Deck;
  readonly rank: Rank;
  readonly board: Rank | null;
  readonly rounds: Rounds;
}

/** `K`, `KJ:bc/k` */
const knowledgeKey = ({ rank, board, rounds }: Omit<Knowledge, "deck">): string =>
  `${rank}${board ?? ""}:${rounds.map((round) => round.map((action) => (action === "check" ? "k" : action[0])).join("")).join("/")}`;

const leducTable: Readonly<Record<string, Mixture>> = leduc;

/**
 * An equilibrium's probabilities of the open actions: Kuhn's, and in Leduc hold'em what 3,000 iterations of CFR+
 * (O. Tammelin, Solving Large Imperfect Information Games Using CFR+, 2014) came to, in per mille.
 */
export function equilibriumMixture(knowledge: Knowledge): Mixture {
  const { deck, rank, rounds } = knowledge;
  if (deck === "leduc") return leducTable[knowledgeKey(knowledge)] ?? [];
  const round = rounds.at(-1) ?? [];
  const isAnswer = isAggressive(round.at(-1));
  const puts = kuhnMixtures[rank][turnIn(round) === 0 ? "opener" : "other"][isAnswer ? 1 : 0] ?? 0;
  return [1 - puts, puts];
}

/** The knowledge of the seat to move; throws where it has no card. */
function knowledgeOf({ deck, cards, board, rounds }: PokerView, seat: Seat): Knowledge {
  const rank = seat === "second" ? cards.second : cards.first;
  if (rank === null) throw new Error("a seat is asked for an action without a card");
  return { deck, rank, board, rounds };
}

function drawFrom(moves: readonly string[], mixture: Mixture, random: () => number): string {
  let place = random() * mixture.reduce((sum, share) => sum + share, 0);
  const index = mixture.findIndex((share) => {
    place -= share;
    return place < 0;
  });
  return moves[index] ?? pick(moves, random);
}

const equilibriumStrategy: Strategy<PokerView> = {
  choose: ({ view, seat, legalMoves, random }) =>
    drawFrom(legalMoves, equilibriumMixture(knowledgeOf(view, seat)), random),
};

/** A deal that a player holds possible, with its weight. */
type Beliefs = readonly { readonly deal: string; readonly weight: number }[];
/** The opponent's probability of an action, as its habits tell. */
type Guess = (rank: string, round: readonly Action[], action: Action) => number;

/** Actions that a guess is worth before anything was seen, and its shares of putting chips in. */
const PRIOR = 2;
const usualShares: Readonly<Record<string, number>> = { J: 0.25, Q: 0.4, K: 0.9 };
/** The share of raises among the answers that put chips in, where one may raise. */
const RAISES = 0.3;

/** How often the opponent puts chips in with a card, by what it was seen to do with it. */
function guessFrom(deck: Deck, habits: readonly number[]): Guess {
  return (letter, round, action) => {
    const isAnswer = isAggressive(round.at(-1));
    const rank = letter === "J" || letter === "Q" ? letter : "K";
    const at = (puts: boolean) => habits[habitAt(rank, isAnswer, puts)] ?? 0;
    const share = (at(true) + PRIOR * (usualShares[rank] ?? 0)) / (at(true) + at(false) + PRIOR);
    if (action === "check" || action === "fold") return 1 - share;
    if (action === "bet") return share;
    const mayRaise = openActions(deck, round).includes("raise");
    return share * (action === "raise" ? RAISES : mayRaise ? 1 - RAISES : 1);
  };
}

/**
 * The chips that a position gains with its best actions, against an opponent whose actions are guessed, summed over the
 * deals that it holds possible by their weights.
 */
function gain(deck: Deck, place: 0 | 1, rounds: Rounds, beliefs: Beliefs, guess: Guess): number {
  const round = rounds.at(-1) ?? [];
  if (beliefs.length === 0) return 0;
  if (isClosed(round)) {
    if (round.at(-1) === "fold" || rounds.length === decks[deck].bets.length)
      return beliefs.reduce((sum, { deal, weight }) => {
        const won = openerWins({ deck }, deal, rounds);
        return sum + weight * (place === 0 ? won : -won);
      }, 0);
    // The board is seen from here on.
    const byBoard = Map.groupBy(beliefs, ({ deal }) => deal[2]);
    return [...byBoard.values()].reduce((sum, some) => sum + gain(deck, place, [...rounds, []], some, guess), 0);
  }
  const gains = openActions(deck, round).map((action) => gainBy(deck, place, rounds, beliefs, guess, action));
  return turnIn(round) === place ? Math.max(...gains) : gains.reduce((sum, each) => sum + each, 0);
}

/** The same after an action of either side, of which the opponent's also tell something of its card. */
function gainBy(deck: Deck, place: 0 | 1, rounds: Rounds, beliefs: Beliefs, guess: Guess, action: Action): number {
  const round = rounds.at(-1) ?? [];
  const isOwn = turnIn(round) === place;
  const told = isOwn ? beliefs : afterAction(beliefs, place, round, action, guess);
  return gain(deck, place, [...rounds.slice(0, -1), [...round, action]], told, guess);
}

const afterAction = (beliefs: Beliefs, place: 0 | 1, round: readonly Action[], action: Action, guess: Guess): Beliefs =>
  beliefs.map(({ deal, weight }) => ({ deal, weight: weight * guess(deal[1 - place] ?? "", round, action) }));

/** The action that gains most against the opponent's habits. */
function bestAction(view: PokerView, seat: Seat, legalMoves: readonly string[]): string {
  const { deck, rank, board, rounds } = knowledgeOf(view, seat);
  const place = view.opener === seat ? 0 : 1;
  const guess = guessFrom(deck, view.habits[seat === "first" ? 1 : 0]);
  const possible = dealsOf(deck).filter(({ code }) => code[place] === rank && (board === null || code[2] === board));
  let beliefs: Beliefs = possible.map(({ code, weight }) => ({ deal: code, weight }));
  for (const round of rounds)
    for (const [turn, action] of round.entries())
      if (turn % 2 !== place) beliefs = afterAction(beliefs, place, round.slice(0, turn), action, guess);
  const open = openActions(deck, rounds.at(-1) ?? []);
  const gains = open.map((action) => gainBy(deck, place, rounds, beliefs, guess, action));
  return open[gains.indexOf(Math.max(...gains))] ?? legalMoves[0] ?? "";
}

/**
 * Reads the opponent's habits and answers them best; of its actions, (10 - level) in 9 are drawn at random: all at level
 * 1, none at level 10.
 */
function choose({ view, seat, legalMoves, level, random }: StrategyInput<PokerView>): string {
  return random() < (10 - level) / 9 ? pick(legalMoves, random) : bestAction(view, seat, legalMoves);
}

const levels: Strategy<PokerView> = { choose };

export const strategies = { levels, equilibrium: equilibriumStrategy, pattern: atLevel(levels, 10) };
