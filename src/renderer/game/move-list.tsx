import { computed, type ReadonlySignal } from "@preact/signals";
import { useMemo, useRef } from "preact/hooks";
import type { PlayPart } from "../../games/page.ts";
import type { ApiMove, ApiReview } from "../../shared/api.ts";
import {
  depthsIn,
  followersOf,
  isMeasured,
  isWritten,
  lineAfter,
  mainLine,
  pathTo,
  type ThoughtLines,
  type ThoughtMove,
} from "../../shared/lines.ts";
import { CHANCE, type Seats, seatTitle } from "../../shared/terms.ts";
import { LineTree, MoveFacts, MoveThoughts } from "../lines/line-tree.tsx";
import { settings } from "../settings/settings.ts";
import { Button } from "../ui/button.tsx";
import { keepInSight, useInSight } from "../ui/hooks.ts";
import type { GameAt, GameModel, TableProps } from "./game-model.ts";
import { moveNumber, signOf, textShown, thinkingTime } from "./game-words.ts";
import { Verdict } from "./review/lazy.ts";
import "./moves.css";

interface MoveRow {
  readonly number: string;
  /** The first seat's move, then the second's; null where the second seat moved first. */
  readonly moves: readonly (ApiMove | null)[];
}

/** The scoresheet, with the time and the verdict of each move: a click or ←, →, Home and End show a position. */
function MoveList({ model, live, thoughts }: TableProps & Pick<RowProps, "thoughts">) {
  const { game, play } = live;
  const list = useRef<HTMLOListElement>(null);
  const ply = model.viewedPly.value ?? game.history.length;
  // The better line starts from the position before the move.
  const judgementPly = (model.line.value?.ply ?? ply - 1) + 1;
  const review = model.review.part.value;
  const { history, options, seats } = game;
  const rows = useMemo(() => rowsOf(live), [history, options, seats]);

  const atEnd = ply === game.history.length;
  // The shown move with its verdict below it, at the end the end.
  const show = (box: HTMLElement, scrollTo: typeof keepInSight) => {
    const verdict = box.querySelector<HTMLElement>(".moves-verdict");
    if (verdict) keepInSight(box, verdict);
    scrollTo(box, box.querySelector<HTMLElement>('li > [aria-current="step"]'));
    if (atEnd) box.scrollTop = box.scrollHeight;
  };
  useInSight(list, show, [ply, game.history.length, game.result]);

  return (
    <section class="moves anchor clips" aria-label="Moves">
      {game.history.length === 0 && game.result === null && (
        <div class="moves-none fills grid gap-2 pad-3 centred quiet small">
          <p>No moves yet</p>
          {play.rules.map((rule) => (
            <p key={rule}>{rule}</p>
          ))}
        </div>
      )}
      <ol class="moves-list anchor tall scrolls figures" ref={list} tabIndex={-1}>
        {rows.map((row) => (
          <RowOfMoves
            key={row.number}
            model={model}
            play={play}
            row={row}
            current={row.moves.some((move) => move?.ply === ply) ? ply : null}
            verdict={row.moves.some((move) => move?.ply === judgementPly) ? judgementPly : null}
            first={ply === 0}
            review={review}
            thoughts={thoughts}
          />
        ))}
      </ol>
    </section>
  );
}
function rowsOf({ game, play }: GameAt): readonly MoveRow[] {
  const { history, options, seats } = game;
  const before = play.pliesBefore(options);
  if (history.some(({ by }) => by === CHANCE)) return rowsWithDraws(history, seats);
  const rows = new Map<string, [ApiMove | null, ApiMove | null]>();
  for (const move of history) {
    const key = moveNumber(move.ply, before).replace("…", ".");
    const row = rows.get(key) ?? [null, null];
    row[move.by === seats[0] ? 0 : 1] = move;
    rows.set(key, row);
  }
  return [...rows].map(([number, [one, other]]) => ({ number, moves: other ? [one, other] : [one] }));
}

/** Rows of a game with chance: a draw has its own, and seats need not alternate. Each is numbered by its first ply. */
function rowsWithDraws(history: readonly ApiMove[], [first]: Seats): readonly MoveRow[] {
  const rows: { number: string; moves: (ApiMove | null)[] }[] = [];
  for (const move of history) {
    const isSecond = move.by !== first && move.by !== CHANCE;
    const { moves = [] } = rows.at(-1) ?? {};
    if (isSecond && moves.length === 1 && moves[0]?.by === first) moves.push(move);
    else rows.push({ number: `${move.ply}.`, moves: isSecond ? [null, move] : [move] });
  }
  return rows;
}

interface RowProps {
  readonly model: GameModel;
  readonly play: PlayPart;
  readonly row: MoveRow;
  /** The shown ply, where it is one of these. */
  readonly current: number | null;
  /** The ply whose verdict is shown, where it is one of these. */
  readonly verdict: number | null;
  /** Whether the start is shown: then the first move takes the keyboard's focus. */
  readonly first: boolean;
  readonly review: ApiReview | null;
  /** The moves of the game with what their players thought, where that is known. */
  readonly thoughts: readonly ThoughtMove[] | undefined;
}

/** Redrawn only where its content changes: games may have a thousand moves. */
function RowOfMoves({ model, play, row: { number, moves }, current, verdict, first, review, thoughts }: RowProps) {
  return useMemo(() => {
    const judgementOf = ({ ply }: ApiMove) => review?.moves[ply - 1]?.judgement ?? undefined;
    const row = (
      <li class="grid middle">
        <span class="moves-number right quiet small">{number}</span>
        {moves.map((move, index) => {
          if (!move)
            return (
              <span key={`none${index}`} class="moves-gap pointable pad-0 rounded-s">
                …
              </span>
            );
          const judgement = judgementOf(move);
          const against = thoughts?.[move.ply - 1]?.thoughts?.contradictions && true;
          const time = thinkingTime(move.ms);
          return (
            <button
              type="button"
              key={move.ply}
              class={`bare hoverable pointable inward pad-0 rounded-s spread line gap-1 shrinks${move.by === CHANCE ? " moves-draw" : ""}`}
              data-judgement={judgement}
              aria-current={current === move.ply ? "step" : undefined}
              aria-label={`${number} ${move.by === CHANCE ? "" : `${seatTitle(move.by)} `}${play.moveInWords(move.text)}${judgement ? `, ${judgement}` : ""}${against ? ", said otherwise" : ""}`}
              tabIndex={current === move.ply || (first && move.ply === 1) ? 0 : -1}
              onClick={() => model.view(move.ply)}
            >
              <span data-against={against}>
                {textShown(play, move.text)}
                {judgement && <b class="moves-sign">{signOf[judgement]}</b>}
              </span>
              {time !== "" && <small class="moves-time text-xs quiet unbroken">{time}</small>}
            </button>
          );
        })}
      </li>
    );
    if (!review) return row;
    return (
      <>
        {row}
        {moves.map(
          (move) =>
            move?.ply === verdict &&
            judgementOf(move) && (
              <li key={`verdict ${move.ply}`} class="moves-verdict">
                <Verdict model={model} review={review} ply={move.ply} />
              </li>
            ),
        )}
      </>
    );
  }, [...moves, current, verdict, first, review, thoughts, settings.value.figurines]);
}

/** The moves of a game, with annotations where it has notes, or else as a scoresheet; times and scores below. */
export function Moves({ model, live }: TableProps) {
  const lines = model.notes.part.value;
  const problem = model.notes.problem.value;
  const node = useMemo(() => computed(() => placeShown(model, lines)), [model, lines]);
  return (
    <>
      {problem !== null && (
        <div class="moves-problem line">
          <p role="alert">{`The notes on this game could not be loaded. ${problem}`}</p>
          <Button label="Try again" size="small" onClick={model.notes.load} />
        </div>
      )}
      {lines && isWritten(lines) ? (
        <WrittenMoves model={model} live={live} lines={lines} node={node} />
      ) : (
        <MoveList model={model} live={live} thoughts={lines?.moves} />
      )}
      {lines && <Facts lines={lines} node={node} />}
    </>
  );
}

interface WrittenProps extends TableProps {
  readonly lines: ThoughtLines;
  readonly node: ReadonlySignal<number>;
}

/** The annotated game as printed in books. A move of a variation is shown on the board like an engine's line. */
function WrittenMoves({ model, live: { game, play }, lines, node }: WrittenProps) {
  const before = play.pliesBefore(game.options);
  // The same object until a move changes, so that stepping through the moves redraws little.
  const tree = useMemo(() => {
    const depths = depthsIn(lines);
    return (
      <LineTree
        lines={lines}
        node={node}
        onGo={(place) => goTo(model, lines, place)}
        numberOf={(place) => moveNumber(depths[place] ?? 1, before)}
        inWords={play.moveInWords}
        notation={(text) => textShown(play, text)}
      />
    );
  }, [lines, node, model, play, before]);
  return (
    <section class="moves anchor clips written" aria-label="Moves">
      {tree}
    </section>
  );
}

const Facts = ({ lines, node }: Pick<WrittenProps, "lines" | "node">) => (
  <>
    {isMeasured(lines) && <MoveFacts move={lines.moves[node.value]} />}
    <MoveThoughts lines={lines} place={node.value} />
  </>
);

/** The place in the tree of the shown position; −1 for the start. */
function placeShown({ line, viewedPly, live }: GameModel, lines: ThoughtLines | null): number {
  if (!lines) return -1;
  const moves: readonly unknown[] = lines.moves;
  const place = line.value ? moves.indexOf(line.value.moves[line.value.count - 1]) : -1;
  if (place >= 0) return place;
  const ply = line.value?.ply ?? viewedPly.value ?? live.value?.game.history.length ?? 0;
  return mainLine(lines)[ply - 1] ?? -1;
}

/** Shows a position of the game, or a variation up to one of its moves. */
function goTo(model: GameModel, lines: ThoughtLines, place: number): void {
  const main = mainLine(lines);
  const path = pathTo(lines, place);
  const ply = path.findIndex((each, index) => each !== main[index]);
  if (ply < 0) {
    model.view(path.length);
    return;
  }
  const places = [...path.slice(ply), ...lineAfter(followersOf(lines), place)];
  model.view(ply);
  model.playOut({ ply, moves: places.flatMap((each) => lines.moves[each] ?? []), count: path.length - ply });
}
