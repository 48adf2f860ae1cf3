import { computed, type ReadonlySignal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import { followers, isMeasured, isWritten, type Lines, mainLine, pathTo } from "../../shared/lines.ts";
import { LineTree } from "../lines/line-tree.tsx";
import { MoveFacts } from "../lines/move-facts.tsx";
import { Button } from "../ui/button.tsx";
import type { GameModel, Told } from "./game-model.ts";
import { moveNumber, textShown } from "./game-words.ts";
import { MoveList } from "./move-list.tsx";
import * as strings from "./strings.ts";

/** The moves of a game: annotated where it has notes, otherwise as a scoresheet; times and scores below. */
export function Moves({ model, told }: { model: GameModel; told: Told }) {
  const lines = model.notes.lines.value;
  const problem = model.notes.problem.value;
  const here = useMemo(() => computed(() => placeShown(model, lines)), [model, lines]);
  return (
    <>
      {problem !== null && (
        <div class="moves-problem">
          <p role="alert">{strings.whatWasWrittenOfGame(problem)}</p>
          <Button size="small" onClick={model.notes.load}>
            {strings.tryAgain}
          </Button>
        </div>
      )}
      {lines && isWritten(lines) ? (
        <WrittenMoves model={model} told={told} lines={lines} here={here} />
      ) : (
        <MoveList model={model} told={told} />
      )}
      {lines && isMeasured(lines) && <Facts lines={lines} here={here} />}
    </>
  );
}

interface WrittenProps {
  readonly model: GameModel;
  readonly told: Told;
  readonly lines: Lines;
  readonly here: ReadonlySignal<number>;
}

/** The game as books print it. A move of a variation is played out on the board like an engine's line. */
function WrittenMoves({ model, told: { game, play }, lines, here }: WrittenProps) {
  const before = play.pliesBefore(game.options);
  // The same as long as the moves are: walking through them draws little.
  const tree = useMemo(() => {
    const depths = depthsIn(lines);
    return (
      <LineTree
        lines={lines}
        here={here}
        onGo={(place) => goTo(model, lines, place)}
        numberOf={(place) => moveNumber(depths[place] ?? 1, before)}
        inWords={play.moveInWords}
        written={(text) => textShown(play, text)}
      />
    );
  }, [lines, here, model, play, before]);
  return (
    <section class="moves written" aria-label={strings.moves}>
      {tree}
    </section>
  );
}

const Facts = ({ lines, here }: Pick<WrittenProps, "lines" | "here">) => <MoveFacts move={lines.moves[here.value]} />;

/** How many plies from the start each move is, itself included. */
function depthsIn({ moves }: Lines): readonly number[] {
  const depths: number[] = [];
  for (const { after } of moves) depths.push((depths[after] ?? 0) + 1);
  return depths;
}

/** Where the position on the board stands in the tree; −1 for the start. */
function placeShown({ line, viewed, told }: GameModel, lines: Lines | null): number {
  if (!lines) return -1;
  const moves: readonly unknown[] = lines.moves;
  const place = line.value ? moves.indexOf(line.value.moves[line.value.shown - 1]) : -1;
  if (place >= 0) return place;
  const ply = line.value?.ply ?? viewed.value ?? told.value?.game.history.length ?? 0;
  return mainLine(lines)[ply - 1] ?? -1;
}

/** Looks at a move of the game, or plays a variation out up to one of its moves. */
function goTo(model: GameModel, lines: Lines, place: number): void {
  const main = mainLine(lines);
  const path = pathTo(lines, place);
  const ply = path.findIndex((each, index) => each !== main[index]);
  if (ply < 0) {
    model.view(path.length);
    return;
  }
  const next = followers(lines);
  const places = path.slice(ply);
  for (let [on] = next(place); on !== undefined; [on] = next(on)) places.push(on);
  model.view(ply);
  model.playOut({ ply, moves: places.flatMap((each) => lines.moves[each] ?? []), shown: path.length - ply });
}
