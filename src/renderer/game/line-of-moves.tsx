import type { GameModel, ShownLine, Told } from "./game-model.ts";
import { moveNumber, sanShown } from "./game-words.ts";

/** The moves of a line, each of which plays the line out up to there. */
export function LineOfMoves({ model, told, ply, moves }: LineOfMovesProps) {
  const { game, play } = told;
  const before = play.pliesBefore(game.options);
  const out = model.line.value?.ply === ply && model.line.value.moves === moves ? model.line.value.shown : 0;
  return (
    <span class="line-of-moves figures">
      {moves.map(({ san }, index) => {
        const number = moveNumber(ply + index + 1, before);
        return (
          <button
            type="button"
            key={`${ply + index}`}
            aria-current={index + 1 === out ? "step" : undefined}
            aria-label={`${number} ${play.moveInWords(san)}`}
            onClick={() => model.playOut({ ply, moves, shown: index + 1 })}
          >
            {(index === 0 || number.endsWith(".")) && <span class="line-number">{number}</span>}
            {sanShown(play, san)}
          </button>
        );
      })}
    </span>
  );
}

interface LineOfMovesProps extends Pick<ShownLine, "ply" | "moves"> {
  readonly model: GameModel;
  readonly told: Told;
}
