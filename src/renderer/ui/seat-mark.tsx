import { markProps, type PlayPart } from "../../games/page.ts";
import { type Seat, type Seats, seatTitle } from "../../shared/terms.ts";
import "./seat-mark.css";

/** The colour of a seat's pieces, with the letter that it puts on the board, or its name where the board has no sides. */
export function SeatMark({ play, seats, seat }: { play: PlayPart; seats: Seats; seat: Seat }) {
  const title = seatTitle(seat);
  const mark = markProps(play.marks[seat === seats[0] ? 0 : 1]);
  return (
    <>
      <span class="seat-mark rigid" {...mark} role="img" aria-label={title} title={title}>
        {title.length === 1 && title}
      </span>
      {!play.sides && title.length > 1 && <span class="rigid small">{title}</span>}
    </>
  );
}
