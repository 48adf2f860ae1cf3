import { effect, signal } from "@preact/signals";
import type { Explored } from "../../shared/api.ts";
import { explorePosition } from "../api/client.ts";
import { connectionCount, onceBack } from "../api/live.ts";
import type { Failure } from "../api/request.ts";
import { gameAddress } from "../app/address.ts";
import { LineOfMoves } from "../lines/line-of-moves.tsx";
import { Toggle } from "../ui/field.tsx";
import { scoreInFigures } from "../ui/format.ts";
import { assign } from "../ui/hooks.ts";
import { recall, remember } from "../ui/remember.ts";
import * as strings from "./strings.ts";
import type { StudyModel, StudyProps } from "./study-model.ts";

/** The engine's findings in the shown position. */
export type EngineModel = ReturnType<typeof openEngine>;

const counts = [1, 2, 3, 4, 5] as const;
const usualCount = 3;
const KEY = "kibitz-engine-lines";
/** Milliseconds for which a position is shown before it is searched: stepping through a game passes many. */
const PAUSE_MS = 150;

const isExplored = (line: unknown): line is Explored =>
  typeof line === "object" && line !== null && "depth" in line && "lines" in line;

const onSignal = signal(false);

/** An engine that follows what a study shows, as long as it is on. */
export function openEngine(model: StudyModel) {
  const count = signal<number>(counts.find((each) => String(each) === recall(KEY)) ?? usualCount);
  const found = signal<Explored | null>(null);
  const searching = signal(false);
  const problem = signal<Failure | null>(null);

  /** Incremented when the shown position is to be searched again. */
  const again = signal(0);
  const stop = effect(() => {
    again.value;
    const position = model.position.value;
    const lines = count.value;
    found.value = null;
    problem.value = null;
    searching.value = false;
    if (!onSignal.value || !position) return;
    const asked = new AbortController();
    const connected = connectionCount();
    let stopWaiting = () => {};
    const timer = setTimeout(async () => {
      const answer = await explorePosition(
        { ...position, lines },
        (line) => {
          if (isExplored(line) && !asked.signal.aborted) found.value = line;
        },
        asked.signal,
      );
      if (asked.signal.aborted) return;
      searching.value = false;
      if (answer.ok) found.value = answer.value;
      else {
        problem.value = answer;
        stopWaiting = onceBack(connected, () => {
          again.value += 1;
        });
      }
    }, PAUSE_MS);
    searching.value = true;
    return () => {
      clearTimeout(timer);
      stopWaiting();
      asked.abort();
    };
  });

  return {
    on: onSignal,
    /** The number of lines it searches for. */
    count,
    /** Null before the first result. */
    found,
    searching,
    problem,
    turn: (on: boolean) => assign(onSignal, on),
    look: (next: number) => {
      count.value = next;
      remember(KEY, String(next));
    },
    close: stop,
  };
}

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
        <Toggle label={strings.engine} on={on} onChange={engine.turn} />
        {on && (
          <>
            <span class="grow quiet small figures">
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
            <li key={line[0]?.code} class="line">
              <strong class="rigid figures">{scoreInFigures({ score, over: false })}</strong>
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
          {found?.depth === 0 && <li class="line">{strings.gameIsOverHere}</li>}
        </ol>
      )}
      {on && found !== null && found.engine !== null && <p class="quiet small">{found.notice ?? found.engine}</p>}
    </section>
  );
}
