import { computed, type ReadonlySignal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import {
  depthsIn,
  followers,
  isMeasured,
  isWritten,
  lineAfter,
  mainLine,
  pathTo,
  type ThoughtLines,
} from "../../shared/lines.ts";
import { LineTree, MoveFacts, MoveThoughts } from "../lines/line-tree.tsx";
import { Button } from "../ui/button.tsx";
import type { GameModel, TableProps } from "./game-model.ts";
import { moveNumber, textShown } from "./game-words.ts";
import { MoveList } from "./move-list.tsx";
import * as strings from "./strings.ts";

/** The moves of a game, with annotations where it has notes, or else as a scoresheet; times and scores below. */
export function Moves({ model, live }: TableProps) {
  const lines = model.notes.part.value;
  const problem = model.notes.problem.value;
  const node = useMemo(() => computed(() => placeShown(model, lines)), [model, lines]);
  return (
    <>
      {problem !== null && (
        <div class="moves-problem line">
          <p role="alert">{strings.notesCouldNotBeLoaded(problem)}</p>
          <Button label={strings.tryAgain} size="small" onClick={model.notes.load} />
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
    <section class="moves anchor clips written" aria-label={strings.moves}>
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
  const places = [...path.slice(ply), ...lineAfter(followers(lines), place)];
  model.view(ply);
  model.playOut({ ply, moves: places.flatMap((each) => lines.moves[each] ?? []), count: path.length - ply });
}
