import { useState } from "preact/hooks";
import type { ApiMove } from "../../../shared/api.ts";
import { isFields } from "../../../shared/fields.ts";
import { CHANCE, otherSeat, type Seat, seatTitle } from "../../../shared/terms.ts";
import { type BoardProps, definePlay } from "../../page.ts";
import { about } from "../about.ts";
import {
  type Action,
  actions,
  decks,
  isClosed,
  openerOf,
  openerWins,
  type PokerView,
  type Rank,
  rankOf,
  stakesOf,
  turnIn,
} from "../rules.ts";
import * as strings from "./strings.ts";
import "./board.css";

const seatNames = about.seats;

const sameDecision = (before: PokerView, after: PokerView): boolean =>
  before.hand === after.hand && before.rounds.flat().length === after.rounds.flat().length;

export const play = definePlay<PokerView, readonly ApiMove[]>({
  ...about,
  isView: ({ cards, chips, rounds }) => isFields(cards) && isFields(chips) && Array.isArray(rounds),

  follow: ({ history }) => history,
  shownAt: ({ view }, history, ply) => ({
    view: ply === null ? view : viewAt(view, history.slice(0, ply)),
    lastMove: null,
  }),
  carry: (before, after) =>
    before.hand === after.hand
      ? {
          ...after,
          cards: {
            first: after.cards.first ?? before.cards.first,
            second: after.cards.second ?? before.cards.second,
          },
        }
      : after,
  sameDecision,

  // The next card may be hidden: the host tells.
  withMove: () => null,
  rules: strings.rules,
  moveExample: "check, bet, fold, call",
  moveInWords: (text) => (text === "?" ? "The cards are dealt" : text),

  Board,
});

/** The position after some moves, from the functions of the rules alone: the chat board has no room for all of them. */
export function viewAt(view: PokerView, history: readonly ApiMove[]): PokerView {
  const { deck, hands } = view;
  let [over, chips, deal] = [0, 0, ""];
  let rounds: readonly (readonly Action[])[] = [];
  let last: PokerView["last"] = null;
  for (const { by, code } of history) {
    if (by === CHANCE) [deal, rounds] = [code, [[]]];
    const action = actions.find((each) => each === code);
    if (action === undefined) continue;
    const round = [...(rounds.at(-1) ?? []), action];
    rounds = [...rounds.slice(0, -1), round];
    if (!isClosed(round)) continue;
    if (action !== "fold" && rounds.length < decks[deck].bets.length) rounds = [...rounds, []];
    else {
      const opener = openerOf({ hands }, over);
      const won = openerWins({ deck }, deal, rounds);
      last = { opener, deal, rounds, chips: opener === "first" ? won : 0 - won };
      chips += last.chips;
      [over, deal, rounds] = [over + 1, "", []];
    }
  }
  const opener = openerOf({ hands }, Math.min(over, hands - 1));
  const ofSeats = <Value,>(own: Value, other: Value) =>
    opener === "first" ? { first: own, second: other } : { first: other, second: own };
  // Of a hidden deal only the viewer's card is known.
  const isHidden = deal === "?";
  const turn = turnIn(rounds.at(-1) ?? []) === 0 ? opener : otherSeat(seatNames, opener);
  return {
    ...view,
    hand: Math.min(over + 1, hands),
    opener,
    chips: { first: chips, second: 0 - chips },
    cards: isHidden ? view.cards : ofSeats(rankOf(deal[0]), rankOf(deal[1])),
    board: rounds.length < 2 ? null : isHidden ? view.board : rankOf(deal[2]),
    rounds,
    stakes: deal === "" ? { first: 0, second: 0 } : ofSeats(...stakesOf({ deck }, rounds)),
    turn: deal === "" ? null : turn,
    last,
  };
}

/** The table; between hands and after the last one, the hand that is over with its cards open. */
function Board(props: BoardProps<PokerView>) {
  const { view: publicView, gameId, ply, near, seat, legal, active, onMove, isShared = false, peek } = props;
  const [own, setOwn] = useState<PokerView | null>(null);
  const isTurn = isShared && active && ply === null && legal.length > 0 && publicView.turn !== null;
  // A card is shown for the one decision.
  const isShown = isTurn && own !== null && sameDecision(own, publicView);
  const view = isShown ? { ...publicView, cards: own.cards } : publicView;
  const hand = view.turn === null ? overView(view) : view;
  return (
    <section
      class="poker-table stack"
      aria-label={`Small poker, game ${gameId}`}
      data-shared={isShared}
      data-deck={view.deck}
    >
      <h2 class="poker-heading">
        {strings.deckNames[view.deck]} · {`Hand ${view.hand} of ${view.hands}`}
      </h2>
      <Side view={hand} seat={otherSeat(seatNames, near)} />
      <p class="poker-middle line">
        {view.deck === "leduc" && (
          <Card
            rank={hand.board}
            name={`Board: ${hand.board === null ? strings.none : strings.cardNames[hand.board]}`}
          />
        )}
        <span class="weight-medium">{strings.potText(hand.stakes.first + hand.stakes.second)}</span>
      </p>
      <Side view={hand} seat={near} />
      <p class="poker-said weight-medium" role="status">
        <span class="visually-hidden">{newsInWords(view, seat)}</span>
        {actionsInWords(hand)}
      </p>
      {isTurn && view.turn !== null && (
        <p class="poker-curtain line small">
          <span class="one-line grow">The other player looks away.</span>
          <button type="button" class="button" onClick={async () => setOwn(isShown || !peek ? null : await peek())}>
            {isShown ? "Hide the card" : `Show ${seatTitle(view.turn)}’s card`}
          </button>
        </p>
      )}
      <Choices
        view={view}
        legal={active && ply === null ? legal : []}
        onMove={(move) => {
          setOwn(null);
          return onMove(move);
        }}
      />
      <p class="poker-last small quiet">{view.last === null ? "\u00a0" : lastInWords(view.last)}</p>
    </section>
  );
}

const isSeat = (seat: Seat): seat is "first" | "second" => seat === "first" || seat === "second";

/** The hand that is over, as both have seen it; the view itself before the first hand. */
function overView(view: PokerView): PokerView {
  if (view.last === null) return view;
  const { opener, deal, rounds } = view.last;
  const [one = null, other = null, board = null] = Array.from(deal, (card) => rankOf(card));
  const [own, theirs] = stakesOf(view, rounds);
  const isFirst = opener === "first";
  return {
    ...view,
    opener,
    rounds,
    cards: isFirst ? { first: one, second: other } : { first: other, second: one },
    board: rounds.length < 2 ? null : board,
    stakes: isFirst ? { first: own, second: theirs } : { first: theirs, second: own },
  };
}

function Side({ view, seat }: { readonly view: PokerView; readonly seat: Seat }) {
  const place = isSeat(seat) ? seat : "first";
  const rank = view.cards[place];
  const title = seatTitle(place);
  return (
    <div class="poker-side line" data-side={place} data-turn={view.turn === place}>
      <Card rank={rank} name={`${title}’s card: ${rank === null ? strings.hidden : strings.cardNames[rank]}`} />
      <p class="grow">
        <strong>{title}</strong>
        {view.opener === place && <span class="quiet"> opens</span>}
        <br />
        {strings.score(view.chips[place])}
      </p>
      <p class="right">{strings.putIn(view.stakes[place])}</p>
    </div>
  );
}

const Card = ({ rank, name }: { readonly rank: Rank | null; readonly name: string }) => (
  <span class="poker-card weight-strong" data-hidden={rank === null}>
    <span aria-hidden="true">{rank ?? "?"}</span>
    <span class="visually-hidden">{name}</span>
  </span>
);

/** `First: check. Second: bet.` */
function actionsInWords({ rounds, opener }: PokerView): string {
  const words = rounds.flatMap((round) =>
    round.map((action, turn) => `${seatTitle(turn % 2 === 0 ? opener : otherSeat(seatNames, opener))}: ${action}.`),
  );
  return words.join(" ") || "No action yet";
}

/** The news where a hand or its second round begins, for people who do not see the table. */
function newsInWords(view: PokerView, seat: Seat | null): string {
  const { rounds, last, cards, board } = view;
  if (view.turn === null || (rounds.at(-1) ?? []).length > 1) return "";
  if (board !== null) return `Board: ${strings.cardNames[board]}. `;
  const own = seat === "first" || seat === "second" ? cards[seat] : null;
  const card = own === null ? "" : `You have the ${strings.cardNames[own]}. `;
  return `${last === null ? "" : `${lastInWords(last)} `}${card}`;
}

function lastInWords({ opener, deal, chips }: NonNullable<PokerView["last"]>): string {
  const [one = "", other = ""] = deal;
  const cards = `${seatTitle(opener)} had ${one}, ${seatTitle(otherSeat(seatNames, opener))} ${other}`;
  const won =
    chips === 0 ? "nobody won chips" : strings.wonBy(seatTitle(chips > 0 ? "first" : "second"), Math.abs(chips));
  return `Last hand: ${cards}; ${won}.`;
}

/** The actions that are open to the person, with the chips that each puts in. */
function Choices({ view, legal, onMove }: Pick<BoardProps<PokerView>, "view" | "legal" | "onMove">) {
  const { first, second } = view.stakes;
  const call = Math.abs(first - second);
  const bet = decks[view.deck].bets[view.rounds.length - 1] ?? 0;
  const chips: Readonly<Record<string, number>> = { bet, call, raise: call + bet };
  return (
    <fieldset class="poker-actions gap-2" aria-label="Your actions">
      {legal.map((action) => (
        <button type="button" class="button medium" key={action} onClick={() => void onMove(action)}>
          {seatTitle(action)} {chips[action]}
        </button>
      ))}
    </fieldset>
  );
}
