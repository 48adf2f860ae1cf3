import type { ApiMove } from "../../../shared/api.ts";
import { isFields } from "../../../shared/fields.ts";
import { CHANCE, otherSeat, type Seat, seatTitle } from "../../../shared/terms.ts";
import { type BoardProps, definePlay, type SeenGame } from "../../page.ts";
import { about } from "../about.ts";
import { type PokerState, type PokerView, type Rank, rules } from "../rules.ts";
import * as strings from "./strings.ts";
import "./board.css";

const seats = about.seats;

export const play = definePlay<PokerView, readonly ApiMove[]>({
  ...about,
  isView: ({ cards, chips, rounds }) => isFields(cards) && isFields(chips) && Array.isArray(rounds),

  follow: ({ history }) => history,
  shownAt: ({ view, options }, history, ply) => {
    if (ply === null) return { view, lastMove: null };
    return { view: viewAt(view, options, history.slice(0, ply)), lastMove: null };
  },
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
  sameDecision: (before, after) =>
    before.hand === after.hand && before.rounds.flat().length === after.rounds.flat().length,

  // The next card may be hidden: the host tells.
  withMove: () => null,
  rules: strings.rules,
  moveExample: strings.moveExample,
  moveInWords: (text) => (text === "?" ? strings.dealt : text),

  Board,
});

/** The position after some moves. Of the present hand only the viewer's card is known. */
function viewAt(view: PokerView, options: SeenGame<PokerView>["options"], history: readonly ApiMove[]): PokerView {
  const { hands } = view;
  const start = rules.start({ leduc: options["leduc"] === true, hands });
  if (!start.ok) return view;
  let state: PokerState = start.value;
  let isPresent = false;
  for (const { by, code } of history) {
    isPresent = by === CHANCE ? code === "?" : isPresent;
    // Any deal stands in for one that is hidden.
    const text = code === "?" ? (rules.chance?.(state)?.[0]?.code ?? "") : code;
    const next = rules.play(state, by, text);
    if (!next.ok) return view;
    state = next.value.state;
  }
  const shown = rules.view(state, CHANCE);
  if (!isPresent || shown.hand !== view.hand) return shown;
  return { ...shown, cards: view.cards, board: shown.board === null ? null : view.board };
}

/** Both seats with their cards and chips, the actions of the hand, the hand before, and buttons for one's own actions. */
function Board({ view, gameId, ply, near, legal, active, onMove, isShared = false }: BoardProps<PokerView>) {
  const far = otherSeat(seats, near);
  return (
    <section class="poker-table stack" aria-label={strings.pokerGame(gameId)}>
      <h2 class="poker-heading">
        {strings.deckNames[view.deck]} · {strings.handOf(view.hand, view.hands)}
      </h2>
      <Side view={view} seat={far} />
      {view.deck === "leduc" && (
        <p class="poker-board line">
          <span>{strings.boardHead}</span>
          <Card
            rank={view.board}
            name={strings.board(view.board === null ? strings.none : strings.cardNames[view.board])}
          />
        </p>
      )}
      <Side view={view} seat={near} />
      <p class="poker-said weight-medium" role="status">
        {actionsInWords(view)}
      </p>
      {isShared && <p class="small">{strings.sharedScreen}</p>}
      <Choices legal={active && ply === null ? legal : []} onMove={onMove} />
      <p class="poker-last small quiet">{view.last === null ? "\u00a0" : lastInWords(view.last)}</p>
    </section>
  );
}

const isSeat = (seat: Seat): seat is "first" | "second" => seat === "first" || seat === "second";

function Side({ view, seat }: { readonly view: PokerView; readonly seat: Seat }) {
  const place = isSeat(seat) ? seat : "first";
  const rank = view.cards[place];
  const title = seatTitle(place);
  return (
    <div class="poker-side line" data-side={place} data-turn={view.turn === place}>
      <Card rank={rank} name={strings.cardOf(title, rank === null ? strings.hidden : strings.cardNames[rank])} />
      <p class="grow">
        <strong>{title}</strong> {strings.chips(view.chips[place])}
        {view.opener === place && <span class="quiet"> · {strings.opens}</span>}
      </p>
      <p>{strings.inThePot(view.stakes[place])}</p>
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
    round.map((action, turn) => `${seatTitle(turn % 2 === 0 ? opener : otherSeat(seats, opener))}: ${action}.`),
  );
  return words.join(" ") || strings.nothingYet;
}

function lastInWords({ opener, deal, chips }: NonNullable<PokerView["last"]>): string {
  const [one = "", other = ""] = deal;
  const cards = strings.hasCards(seatTitle(opener), one, seatTitle(otherSeat(seats, opener)), other);
  const won =
    chips === 0 ? strings.evenHand : strings.wonBy(seatTitle(chips > 0 ? "first" : "second"), Math.abs(chips));
  return `${strings.lastHand}: ${cards}; ${won}.`;
}

/** The actions that are open to the person. */
const Choices = ({ legal, onMove }: Pick<BoardProps<PokerView>, "legal" | "onMove">) => (
  <fieldset class="poker-actions gap-2" aria-label={strings.yourActions}>
    {legal.map((action) => (
      <button type="button" key={action} onClick={() => void onMove(action)}>
        {action}
      </button>
    ))}
  </fieldset>
);
