import type { GameDetail } from "../../shared/api.ts";
import { switchAnalysis } from "../api/client.ts";
import { LineOfMoves } from "../lines/line-of-moves.tsx";
import { Button } from "../ui/button.tsx";
import { useConfirm } from "../ui/dialog.tsx";
import { scoreInFigures } from "../ui/format.ts";
import { analysisAt, analysisProblem, analysisShown, evaluationOf, lastEvaluation } from "./analysis.tsx";
import type { ShownLine, TableProps } from "./game-model.ts";
import * as strings from "./strings.ts";

/**
 * The engine's line, to be played on the board, in one row of constant height; or that it is hidden and how to show it;
 * or the reason why there is none.
 */
export function BestLine({ model, live }: TableProps) {
  const { game } = live;
  const set = (on: boolean) => void model.take(switchAnalysis(game.game_id, on));
  if (!analysisShown(game)) return <HiddenEvaluation game={game} onShow={() => set(true)} />;
  const problem = analysisProblem(game);
  const latest = lastEvaluation(game);
  const ply = model.viewedPly.value ?? game.history.length;
  // In a running game, the line before the last move is better than none; a past position shows only its own.
  const following = game.status === "live" && model.viewedPly.value === null;
  const evaluation = analysisAt(game, following && latest ? latest.ply : ply);
  return (
    <div class="best-line line small" data-part="best-line">
      {problem !== null ? (
        <p class="best-line-problem tight scrolls text-xs quiet">{problem}</p>
      ) : evaluation?.line.length === 0 ? (
        <p class="grow quiet">Final position</p>
      ) : (
        <>
          <strong class="figures">{evaluation ? scoreInFigures(evaluationOf(evaluation)) : "…"}</strong>
          <p class="one-line grow quiet">
            {evaluation && <PlayableLine model={model} live={live} ply={evaluation.ply} moves={evaluation.line} />}
          </p>
        </>
      )}
      {game.analysis === "switched_on" && game.status !== "finished" && (
        <Button label="Hide" size="small" kind="quiet" onClick={() => set(false)} />
      )}
    </div>
  );
}

/** The question is closed once the evaluation is shown. */
function HiddenEvaluation({ game, onShow }: { game: GameDetail; onShow: () => void }) {
  const players = game.seats.filter((seat) => game.players[seat]?.kind !== "computer");
  const { confirm, dialog } = useConfirm();
  return (
    <div class="best-line line quiet small">
      <p class="grow">
        {game.league_id === null ? "Evaluation hidden" : "No evaluation before the end of a league’s game"}
      </p>
      {game.league_id === null && (
        <Button
          label="Show"
          size="small"
          kind="quiet"
          onClick={() => confirm({ ...strings.showEvaluation(players.length > 1), run: onShow })}
        />
      )}
      {dialog}
    </div>
  );
}

/** A line from a position of the game, whose moves can be shown on the board. */
export function PlayableLine({ model, live, ply, moves }: TableProps & Pick<ShownLine, "ply" | "moves">) {
  const { game, play } = live;
  const line = model.line.value;
  return (
    <LineOfMoves
      play={play}
      before={play.pliesBefore(game.options) + ply}
      moves={moves}
      count={line?.ply === ply && line.moves === moves ? line.count : 0}
      onPlay={(count) => model.playOut({ ply, moves, count })}
    />
  );
}
