import { findPage } from "../../games/pages.ts";
import { otherSeat, type Seat, type View } from "../../shared/terms.ts";
import { connection } from "../api/live.ts";
import { get, valueOrNull } from "../api/request.ts";
import { boardLook } from "../settings/settings.ts";
import { assign } from "../ui/hooks.ts";
import { analysisAt, GameEvaluation } from "./analysis.tsx";
import { type GameAt, type GameModel, ownSeat, type ShownLine, type TableProps } from "./game-model.ts";
import { makeMove, sendMove } from "./send-move.ts";

/**
 * The board with its evaluation bar. Nothing else is in here, so that the board does not move while it is played on.
 */
export const BoardArea = (props: TableProps & { near: Seat }) => (
  <section class="board-area grid gap-1 shrinks" aria-label="Board">
    <div class="board-row grid">
      {findPage(props.live.game.game)?.engine && <GameEvaluation {...props} />}
      <div class="board-square">
        <PlayBoard {...props} />
      </div>
    </div>
  </section>
);

/** The board of a game: for moves in the live position, for looking at a past one or a line. */
function PlayBoard({ model, live, near }: TableProps & { near: Seat }) {
  const { game, play } = live;
  const ply = model.viewedPly.value;
  const line = model.line.value;
  const proposal = model.isLive.value ? model.proposal.value : null;
  const active = model.isLive.value && game.status === "live" && proposal === null;
  const { view, lastMove } = play.shownAt(game, model.course.value, line?.ply ?? ply);
  const next = line ? viewAfter(live, line, view) : proposal && play.withMove(view, proposal.seat, proposal.move);
  return (
    <play.Board
      view={next ?? view}
      gameId={game.game_id}
      ply={line ? line.ply + line.count : ply}
      lastMove={line ? (line.moves[line.count - 1]?.code ?? null) : (proposal?.move ?? lastMove)}
      near={near}
      seat={ownSeat(game)}
      isShared={game.person_seats.length === 2}
      peek={() => valueOrNull(get<View>(`/api/games/${game.game_id}/hand`))}
      active={active}
      over={game.status === "finished"}
      legal={active ? game.legal_moves : []}
      // An absence ends a premove: nobody knows what it would answer.
      premoves={game.person_seats.length === 1 && connection.value === "connected"}
      look={boardLook.value}
      hint={line || proposal ? null : hintAt(model, live)}
      incomplete={model.incomplete.value}
      onCompleted={() => assign(model.incomplete, null)}
      // A premove is not asked about.
      onMove={(move, premove) => (premove ? sendMove : makeMove)(model, game, move)}
    />
  );
}

/** The move to highlight: the better one before a judged move, or else the engine's choice. */
function hintAt({ review, viewedPly }: GameModel, { game }: GameAt): string | null {
  const ply = viewedPly.value ?? game.history.length;
  return review.part.value?.moves[ply]?.better[0]?.code ?? analysisAt(game, ply)?.line[0]?.code ?? null;
}

/** The position after a line, as far as its moves can be played. */
function viewAfter({ game, play }: GameAt, { ply, moves, count }: ShownLine, start: View): View {
  const [first, second] = game.seats;
  let seat = (play.pliesBefore(game.options) + ply) % 2 === 0 ? first : second;
  let view = start;
  for (const { code } of moves.slice(0, count)) {
    view = play.withMove(view, seat, code) ?? view;
    seat = otherSeat(game.seats, seat);
  }
  return view;
}
