import { effect, signal } from "@preact/signals";
import type { PositionLines } from "../../shared/api.ts";
import { explorePosition } from "../api/client.ts";
import { connectionCount, onceBack } from "../api/live.ts";
import type { Failure } from "../api/request.ts";
import { gameAddress } from "../app/address.ts";
import { LineOfMoves } from "../lines/line-of-moves.tsx";
import { Select, Toggle } from "../ui/field.tsx";
import { scoreInFigures } from "../ui/format.ts";
import { assign } from "../ui/hooks.ts";
import { recall, remember } from "../ui/remember.ts";
import type { StudyModel, StudyProps } from "./study-model.ts";

/** The engine's findings in the shown position. */
export type EngineModel = ReturnType<typeof openEngine>;

const lineCounts = [1, 2, 3, 4, 5] as const;
const countOptions = lineCounts.map((count) => ({ value: String(count), label: String(count) }));
const usualCount = 3;
const STORAGE_KEY = "kibitz-engine-lines";
/** Milliseconds for which a position is shown before it is searched: stepping through a game passes many. */
const PAUSE_MS = 150;

const onSignal = signal(false);

/** An engine that follows what a study shows, as long as it is on. */
export function openEngine(model: StudyModel) {
  const count = signal<number>(lineCounts.find((each) => String(each) === recall(STORAGE_KEY)) ?? usualCount);
  const exploration = signal<PositionLines | null>(null);
  const searching = signal(false);
  const problem = signal<Failure | null>(null);

  /** Incremented when the shown position is to be searched again. */
  const again = signal(0);
  const stop = effect(() => {
    again.value;
    const position = model.position.value;
    const lines = count.value;
    exploration.value = null;
    problem.value = null;
    searching.value = false;
    if (!onSignal.value || !position) return;
    const controller = new AbortController();
    const connection = connectionCount.peek();
    let stopWaiting = () => {};
    const timer = setTimeout(async () => {
      const answer = await explorePosition(
        { ...position, lines },
        (line) => {
          if (!controller.signal.aborted) exploration.value = line;
        },
        controller.signal,
      );
      if (controller.signal.aborted) return;
      searching.value = false;
      if (answer.ok) exploration.value = answer.value;
      else {
        problem.value = answer;
        stopWaiting = onceBack(connection, () => {
          again.value += 1;
        });
      }
    }, PAUSE_MS);
    searching.value = true;
    return () => {
      clearTimeout(timer);
      stopWaiting();
      controller.abort();
    };
  });

  return {
    on: onSignal,
    /** The number of lines it searches for. */
    count,
    /** Null before the first result. */
    lines: exploration,
    searching,
    problem,
    turn: (on: boolean) => assign(onSignal, on),
    look: (next: number) => {
      count.value = next;
      remember(STORAGE_KEY, String(next));
    },
    close: stop,
  };
}

/** The engine's best lines in the shown position; each of their moves can be played on the board. */
export function EnginePanel({ engine, model, subject }: StudyProps & { engine: EngineModel }) {
  const on = engine.on.value;
  const lines = engine.lines.value;
  const problem = engine.problem.value;
  const { play, options } = subject;
  const before = play.pliesBefore(options) + model.path.value.length;
  return (
    <section class="engine pad-1" aria-label="Engine">
      <div class="line gap-3">
        <Toggle label="Engine" on={on} onChange={engine.turn} />
        {on && (
          <>
            <span class="one-line grow quiet small figures" title={lines?.engine ?? undefined}>
              {lines && lines.depth > 0 && [`depth ${lines.depth}`, lines.engine].filter(Boolean).join(" · ")}
              {engine.searching.value && " …"}
            </span>
            <label class="quiet small">
              Lines{" "}
              <Select
                value={String(engine.count.value)}
                options={countOptions}
                onChange={(count) => engine.look(Number(count))}
              />
            </label>
          </>
        )}
      </div>
      {on && problem !== null && (
        <p class="field-error" role="alert">
          {problem.message}.{" "}
          {problem.game !== undefined && <a href={gameAddress.path({ id: problem.game })}>Go to the game</a>}
        </p>
      )}
      {on && problem === null && (
        <ol class="engine-lines" style={{ "--lines": engine.count.value }}>
          {(lines?.lines ?? []).map(({ score, line }) => (
            <li key={line[0]?.code} class="line pointable">
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
          {lines?.depth === 0 && <li class="line pointable">The game is over here.</li>}
        </ol>
      )}
      {on && lines?.notice && <p class="quiet small">{lines.notice}</p>}
    </section>
  );
}
