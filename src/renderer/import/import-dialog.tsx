import { useEffect, useMemo, useState } from "preact/hooks";
import { gameAddress } from "../app/address.ts";
import { navigate } from "../app/route.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Lines } from "../ui/field.tsx";
import { saveFile } from "../ui/save-file.ts";
import { toast } from "../ui/toasts.tsx";
import * as strings from "./strings.ts";
import "./import.css";
import { type Missing, openImport, recordsOf } from "./importing.ts";
import { hideImport, importMore, importShown, type Source, showImport, sourceOf } from "./shown.ts";

/** Imports games from files, or from a pasted text. */
export function ImportDialog() {
  const given = importShown.value ?? [];
  return given.length > 0 ? <Report given={given} /> : <Choice />;
}

/** Where the games come from. */
function Choice() {
  const [text, setText] = useState("");
  const records = recordsOf();
  return (
    <Dialog
      title={strings.importGames}
      wide
      onClose={hideImport}
      actions={
        <Button
          label={strings.importWhatIsPasted}
          kind="primary"
          disabled={text.trim() === ""}
          onClick={() => showImport([{ name: strings.whatWasPasted, read: async () => text }])}
        />
      }
    >
      <div class="import-files gap-3 quiet">
        <p>
          {strings.drop} {records?.name} {strings.filesHereOfOneGame}
        </p>
        <label class="button primary medium">
          {strings.chooseFiles}
          <input
            class="visually-hidden"
            type="file"
            multiple
            accept={`${records?.ending},text/plain`}
            onChange={({ currentTarget: { files } }) => showImport([...(files ?? [])].map(sourceOf))}
          />
        </label>
      </div>
      <Lines
        label={strings.orPaste(records?.name)}
        hint={strings.commentsVariationsGlyphsClocks}
        rows={6}
        text={text}
        problem={null}
        onText={setText}
      />
    </Dialog>
  );
}

/** The progress of the import; files that are dropped during or after it are read too. */
function Report({ given }: { given: readonly Source[] }) {
  const importing = useMemo(openImport, []);
  useEffect(() => importing.take(given), [given]);
  const { running, done, reading, waiting, taken, last, known, lastKnown, annotated, updated, ...progress } =
    importing.progress.value;
  const { refused, listed, left, troubles } = progress;
  const alone = !running && taken + known + updated === 1 && annotated + refused + left + troubles.length === 0;
  useEffect(() => {
    const id = last ?? lastKnown;
    if (!alone || id === null) return;
    hideImport();
    navigate(gameAddress.path({ id }));
    if (last === null) toast(strings.thisGameWasImported);
  }, [alone]);

  return (
    <Dialog
      title={strings.importGames}
      wide
      onClose={running ? importing.stop : hideImport}
      actions={
        running ? (
          <Button label={strings.stop} onClick={importing.stop} />
        ) : (
          <>
            <Button label={strings.importMore} onClick={importMore} />
            <Button label={strings.done} kind="primary" onClick={hideImport} />
          </>
        )
      }
    >
      {running && (
        <>
          <progress value={done} aria-label={strings.gamesRead} />
          <p class="quiet">
            {strings.reading} <bdi>{reading}</bdi>
            {waiting > 0 && strings.thenMore(waiting)}.
          </p>
        </>
      )}
      <p role="status" class="weight-strong">
        {strings.imported(strings.games(taken))}
        {known > 0 && strings.alreadyHere(strings.games(known))}
        {updated > 0 && strings.updated(strings.games(updated))}
        {refused > 0 && strings.refused(strings.games(refused))}
        {left > 0 && strings.skipped(strings.games(left))}.
      </p>
      {troubles.map((trouble) => (
        <p key={trouble} class="field-error">
          {trouble}
        </p>
      ))}
      {listed.length > 0 && (
        <ul class="stack gap-3" aria-label={strings.refusedGames}>
          {listed.map(({ source, sourceAt, number, line, title, reason, isKnown }) => (
            <li key={`${sourceAt} ${number}`}>
              <strong>
                {strings.game(number)}
                {given.length > 1 && (
                  <>
                    {strings.ofLabel}
                    <bdi>{source}</bdi>
                  </>
                )}
                {strings.line(line)}
              </strong>
              {title !== "" && <bdi> · {title}</bdi>}
              <p class={isKnown ? "quiet" : "field-error"}>{reason}</p>
            </li>
          ))}
        </ul>
      )}
      {refused + known > listed.length && (
        <p class="quiet small">{strings.andMore(strings.games(refused + known - listed.length))}</p>
      )}
      {!running && annotated > 0 && (
        <p>
          <Button label={strings.addNotesTo(strings.games(annotated))} size="small" onClick={importing.addNotes} />
        </p>
      )}
      {!running && refused + left > 0 && (
        <p>
          <Button label={strings.saveGamesThatWere} size="small" onClick={() => saveMissing(importing.missing())} />
        </p>
      )}
    </Dialog>
  );
}

function saveMissing(missing: readonly Missing[]): void {
  const ending = recordsOf()?.ending ?? "";
  saveFile(`not-imported${ending}`, `${missing.map(({ text }) => text).join("\n\n")}\n`);
}
