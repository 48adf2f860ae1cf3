import { gameAddress } from "../game/address.ts";

import { LineOfMoves } from "../lines/line-of-moves.tsx";
import { Toggle } from "../ui/field.tsx";
import { scoreInFigures } from "../ui/game-words.ts";
import { counts, type EngineModel } from "./engine-model.ts";
import * as strings from "./strings.ts";
import type { StudyProps } from "./study-model.ts";

/** The engine's best lines in the shown position; each of their moves can be played on the board. */
export function EnginePanel({ engine, model, subject }: StudyProps & { engine: EngineModel }) {
  const on = engine.on.value;
  const found = engine.found.value;
  const problem = engine.problem.value;
  const { play, options } = subject;
  const before = play.pliesBefore(options) + model.path.value.length;
  return (
    <section class="engine" aria-label={strings.engine}>
      <div class="engine-head row">
        <Toggle on={on} onChange={engine.turn}>
          {strings.engine}
        </Toggle>
        {on && (
          <>
            <span class="engine-depth quiet small figures">
              {found && found.depth > 0 && strings.depth(found.depth)}
              {engine.searching.value && " …"}
            </span>
            <label class="quiet small">
              {strings.lines}{" "}
              <select
                class="input"
                value={engine.count.value}
                onChange={({ currentTarget }) => engine.look(Number(currentTarget.value))}
              >
                {counts.map((count) => (
                  <option key={count}>{count}</option>
                ))}
              </select>
            </label>
          </>
        )}
      </div>
      {on && problem !== null && (
        <p class="field-error" role="alert">
          {problem.message}.{" "}
          {problem.game !== undefined && <a href={gameAddress.path({ id: problem.game })}>{strings.goToGame}</a>}
        </p>
      )}
      {on && problem === null && (
        <ol class="engine-lines">
          {(found?.lines ?? []).map(({ score, line }) => (
            <li key={line[0]?.code}>
              <strong class="figures">{scoreInFigures({ score, over: false })}</strong>
              <span class="one-line">
                <LineOfMoves
                  play={play}
                  before={before}
                  moves={line}
                  onPlay={(count) => model.play(...line.slice(0, count).map(({ code }) => code))}
                />
              </span>
            </li>
          ))}
          {found?.depth === 0 && <li>{strings.gameIsOverHere}</li>}
        </ol>
      )}
      {on && found !== null && found.engine !== null && <p class="quiet small">{found.notice ?? found.engine}</p>}
    </section>
  );
}
