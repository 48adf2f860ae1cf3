import { useState } from "preact/hooks";
import { isFields } from "../../../shared/fields.ts";
import { type Seat, seatTitle } from "../../../shared/terms.ts";
import { type BoardProps, definePlay } from "../../page.ts";
import { about } from "../about.ts";
import { numberChoices, type OddEvenView, scoreOf, sides } from "../rules.ts";
import * as strings from "./strings.ts";
import "./board.css";

/** The seat of each move, in order of arrival. */
type SeatOrder = readonly Seat[];

export const play = definePlay<OddEvenView, SeatOrder>({
  ...about,
  isView: ({ score, chosen, past }) => isFields(score) && isFields(chosen) && Array.isArray(past),

  follow: ({ history }) => history.map(({ by }) => by),
  shownAt: ({ view }, course, ply) => ({ view: ply === null ? view : viewAt(view, course, ply), lastMove: null }),
  carry: (before, after) =>
    before.round === after.round && before.past.length === after.past.length && (after.chosen.odd || after.chosen.even)
      ? { ...after, own: after.own ?? before.own }
      : after,
  sameDecision: (before, after) => before.round === after.round && after.own === null,

  withMove: (view, _seat, code) => ({ ...view, own: Number(code) }),
  rules: strings.rules,
  moveExample: "1 to 5",
  moveInWords: (text) => (text === "?" ? "has chosen" : text),

  Board,
});

/** The game after some moves: two make a round, and of an odd one nothing is told but whose it was. */
function viewAt(view: OddEvenView, course: SeatOrder, ply: number): OddEvenView {
  const past = view.past.slice(0, Math.floor(ply / 2));
  const by = ply % 2 === 1 ? course[ply - 1] : undefined;
  return {
    ...view,
    past,
    round: Math.min(past.length + 1, Math.max(view.round, 1)),
    score: scoreOf(past),
    chosen: { odd: by === "odd", even: by === "even" },
    own: null,
  };
}

/** The score, the choices of a round with what came of them, and below them the round to choose for. */
function Board({ view, gameId, ply, seat, legal, over, onMove, isShared = false }: BoardProps<OddEvenView>) {
  // Both choices of a round lie there until who looks on it has chosen for the next: a computer does so at once.
  const chooses = seat !== null && !over && ply === null && view.own !== null;
  const last = chooses ? undefined : view.past.at(-1);
  const own = isShared ? null : seat;
  return (
    <section class="parity surface clips whole rounded stack" aria-label={`Odd/even, game ${gameId}`}>
      <p class="parity-said weight-medium centred" role="status">
        {last ? roundInWords(view, last, own) : strings.goalTexts[own === "odd" || own === "even" ? own : "none"]}
      </p>
      <div class="parity-table gap-4 grid grow">
        {sides.map((side) => (
          <div class="parity-side grid gap-2" data-side={side} key={side}>
            <p class="parity-score">
              {seatTitle(side)} <strong>{view.score[side]}</strong>
            </p>
            <Choice
              value={last ? last[side] : side === seat ? view.own : null}
              hasChosen={!last && view.chosen[side]}
              won={last?.winner === side}
            />
            <p class="quiet small">{last ? "\u00a0" : view.chosen[side] ? "has chosen" : "is choosing"}</p>
          </div>
        ))}
      </div>
      <h2 class="centred">{strings.roundBestOf(view.round, view.rounds)}</h2>
      <Choices key={`${seat} ${view.round}`} seat={isShared ? seat : null} legal={legal} onMove={onMove} />
      <ol class="parity-rounds flex rigid gap-2 small figures" aria-label="Rounds">
        {view.past.map((round, index) => (
          <li key={`${index + 1}`} class="rigid sunken rounded-s">
            <span class="quiet">{index + 1}:</span> {round.odd} + {round.even}, {seatTitle(round.winner)}
          </li>
        ))}
      </ol>
    </section>
  );
}

/** `Round 1: 2 + 3 = 5, odd. You win it.` */
function roundInWords(
  { past }: OddEvenView,
  { odd, even, winner }: OddEvenView["past"][number],
  own: Seat | null,
): string {
  const who = own === null ? winner : own === winner ? "win" : "lose";
  return `Round ${past.length}: ${odd} + ${even} = ${odd + even}, ${winner}. ${strings.outcomes[who]}.`;
}

/**
 * The numbers to choose from. Of two people at one screen, the one who is to choose first says that they are there, so
 * that neither sees or plays the other's choice.
 */
function Choices({ seat, legal, onMove }: Pick<BoardProps<OddEvenView>, "seat" | "legal" | "onMove">) {
  const [isReady, setReady] = useState(seat === null);
  if (seat !== null && !isReady && legal.length > 0)
    return (
      <div class="parity-turn line">
        <p class="grow">{`Pass the device to ${seatTitle(seat)}, and look away.`}</p>
        <button type="button" class="button primary" onClick={() => setReady(true)}>
          {`${seatTitle(seat)} chooses`}
        </button>
      </div>
    );
  return (
    <fieldset class="parity-choices grid gap-2" aria-label="Your choice">
      {numberChoices.map((choice) => (
        <button
          type="button"
          class="rounded weight-strong"
          key={choice}
          aria-disabled={!legal.includes(choice)}
          onClick={() => legal.includes(choice) && void onMove(choice)}
        >
          {choice}
        </button>
      ))}
    </fieldset>
  );
}

function Choice(props: { readonly value: number | null; readonly hasChosen: boolean; readonly won: boolean }) {
  const isConcealed = props.value === null && props.hasChosen;
  return (
    <p
      class="parity-die central grid weight-strong figures"
      data-won={props.won}
      data-empty={props.value === null && !props.hasChosen}
    >
      <span aria-hidden="true">{isConcealed ? "?" : (props.value ?? "")}</span>
      <span class="visually-hidden">{isConcealed ? "chosen, hidden" : (props.value ?? "nothing yet")}</span>
    </p>
  );
}
