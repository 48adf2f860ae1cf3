import { useComputed } from "@preact/signals";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { PlayPart } from "../../games/page.ts";
import { findPage } from "../../games/pages.ts";
import { glyphWords } from "../../shared/glyphs.ts";
import { analysisAddress, gameAddress } from "../app/address.ts";
import { MissingPage, useTitle } from "../app/lazy.tsx";
import { sharingOf } from "../coach/share.ts";
import { SharePanel } from "../coach/share-panel.tsx";
import { DueNotices } from "../due/due-notices.tsx";
import { textShown } from "../game/game-words.ts";
import { KeysDialog } from "../game/keys-dialog.tsx";
import { LineTree } from "../lines/line-tree.tsx";
import { boardLook } from "../settings/settings.ts";
import { ButtonLink } from "../ui/button.tsx";
import { EvaluationBar } from "../ui/evaluation-bar.tsx";
import { Problem } from "../ui/field.tsx";
import type { Evaluation } from "../ui/format.ts";
import { onKeys } from "../ui/hooks.ts";
import { type EngineModel, EnginePanel, openEngine } from "./engine-panel.tsx";
import { ExplorerPanel } from "./explorer-panel.tsx";
import { isAnyChanged, openStudy } from "./open-study.ts";
import { NotesPanel, StudyBar } from "./study-bar.tsx";
import type { StudyModel, StudyProps } from "./study-model.ts";
import "../game/game.css";
import "./analysis-page.css";

// Leaving the document, and not just a page of it, loses unsaved changes. The desktop window closes without asking.
if (!window.kibitz) window.addEventListener("beforeunload", (event) => isAnyChanged() && event.preventDefault());

/** A board for analysis: variations, an engine's lines and notes, which can be saved as a study. */
export function AnalysisPage({ query }: { query: string }) {
  const model = useMemo(() => openStudy(query), [query]);
  const subject = model.subject.value;
  const failure = model.failure.value;
  useTitle(subject?.title || "Analysis board");
  // Another study begins with a fresh state; one that gets its id keeps its own.
  if (subject) return <Board key={model.key} model={model} subject={subject} />;
  if (!failure) return <div class="analysis board-page" />;
  return (
    <MissingPage class="missing-page grid gap-3" title="There is nothing to analyse here" text={failure.message}>
      <ButtonLink label="Analyse from the start" href={analysisAddress.path({ query: "" })} />
    </MissingPage>
  );
}

function Board({ model, subject }: StudyProps) {
  const engine = useMemo(() => openEngine(model), [model]);
  useEffect(() => engine.close, [engine]);
  const share = sharingOf(model);
  useEffect(() => share.open(engine), [share, engine]);
  const [isFlipped, setFlipped] = useState(false);
  const node = useComputed(() => model.spot.value.node);
  const { lines } = model.spot.value;
  // The same object until a move changes, so that stepping through the moves redraws little.
  const tree = useMemo(
    () => (
      <LineTree
        lines={lines}
        node={node}
        onGo={model.go}
        numberOf={model.numberOf}
        inWords={subject.play.moveInWords}
        notation={(text) => textShown(subject.play, text)}
      />
    ),
    [lines, model, subject],
  );
  const [helping, setHelping] = useState(false);
  useStudyKeys(
    model,
    () => setFlipped((now) => !now),
    () => setHelping(true),
  );
  const { play, study, from } = subject;
  const view = model.view.value;
  if (!view) return null;
  const seat = study.toMove(view);
  const [first, second] = play.seats;
  const near = isFlipped ? second : first;
  const hint = engine.on.value ? (engine.lines.value?.lines[0]?.line[0]?.code ?? null) : null;
  const failure = model.failure.value;
  const number = subject.id ?? from?.game_id;
  return (
    <div class="analysis board-page">
      <section class="board-row grid" aria-label="Board">
        {findPage(subject.kind)?.engine && <EngineEvaluation engine={engine} bottom={isFlipped ? "second" : "first"} />}
        <div class="board-square">
          <play.Board
            view={view}
            gameId={subject.id ?? "of the analysis"}
            ply={null}
            lastMove={lines.moves[node.value]?.code ?? null}
            near={near}
            seat={seat}
            active
            over={false}
            legal={study.legal(view)}
            premoves={false}
            look={boardLook.value}
            hint={hint}
            shapes={(lines.moves[node.value] ?? lines).assistant?.shapes ?? []}
            incomplete={null}
            onCompleted={() => {}}
            onMove={async (move) => share.play(move)}
          />
        </div>
      </section>
      <section class="analysis-side surface ruled-parts column shrinks" aria-label="Analysis">
        <header class="analysis-head flex spread gap-3 pad-2">
          <h1 tabIndex={-1} class="one-line text-l">
            <bdi>{subject.title || "Analysis board"}</bdi>
          </h1>
          {number !== undefined && (
            <a class="rigid small" href={gameAddress.path({ id: number })}>
              {`Game ${number}`}
            </a>
          )}
        </header>
        <Problem text={failure?.message} />
        <SharePanel model={model} share={share} />
        {findPage(subject.kind)?.engine && <EnginePanel engine={engine} model={model} subject={subject} />}
        <div class="analysis-middle column">
          {lines.moves.length === 0 && lines.comment === undefined ? (
            <p class="analysis-none central grid centred quiet">
              Make moves on the board. A move that differs from the line starts a variation.
            </p>
          ) : (
            tree
          )}
          <DueNotices />
        </div>
        <ExplorerPanel model={model} subject={subject} />
        <NotesPanel model={model} />
        <StudyBar model={model} subject={subject} isFlipped={isFlipped} onFlip={() => setFlipped(!isFlipped)} />
      </section>
      <Announcer model={model} play={play} />
      {helping && <KeysDialog of="analysis" onClose={() => setHelping(false)} />}
    </div>
  );
}

/** Shows who is better in the shown position, while the engine is on. */
function EngineEvaluation({ engine, bottom }: { engine: EngineModel; bottom: "first" | "second" }) {
  const last = useRef<Evaluation | null>(null);
  const best = engine.lines.value?.lines[0];
  const evaluation = best ? { score: best.score, over: false } : null;
  last.current = evaluation ?? last.current;
  return (
    <EvaluationBar
      isVisible={engine.on.value}
      evaluation={evaluation}
      last={last.current}
      bottom={bottom}
      searching={engine.searching.value}
    />
  );
}

/** Reads out the move that led to the shown position, for people who do not see the board. */
function Announcer({ model, play }: { model: StudyModel; play: PlayPart }) {
  const { lines, node } = model.spot.value;
  const move = lines.moves[node];
  const words = move
    ? [
        `${model.numberOf(node)} ${play.moveInWords(move.text)}`.trim(),
        ...(move.nags ?? []).map(glyphWords),
        ...(model.inVariation.value ? ["in a variation"] : []),
      ].join(", ")
    : "Starting position";
  return (
    <p class="visually-hidden" role="status" data-part="announcer">
      {words}.
    </p>
  );
}

/**
 * Handles the keys: ← and → step along the line, ↑ and ↓ between alternatives, Home and End go to its ends; f flips the
 * board, ? lists the keys.
 */
function useStudyKeys(model: StudyModel, onFlip: () => void, onHelp: () => void): void {
  // A layout effect, so that keys work as soon as the moves are visible.
  useLayoutEffect(
    () =>
      onKeys({
        ArrowLeft: () => model.step("back"),
        ArrowRight: () => model.step("on"),
        ArrowUp: () => model.step("previous"),
        ArrowDown: () => model.step("next"),
        Home: () => model.step("first"),
        End: () => model.step("last"),
        // On a board, it could be meant for a piece.
        Delete: ({ target }) => !(target instanceof Element && target.closest('[role="grid"]')) && model.remove(),
        "Control+z": model.undo,
        f: onFlip,
        "?": onHelp,
      }),
    [model],
  );
}
