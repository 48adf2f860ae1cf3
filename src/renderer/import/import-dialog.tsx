import { useEffect, useMemo, useState } from "preact/hooks";
import { gameAddress } from "../app/address.ts";
import { navigate } from "../app/route.ts";
import { knownGame, knownRevision } from "../dashboard/counts.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Lines } from "../ui/field.tsx";
import { saveFile } from "../ui/save-file.ts";
import { toast } from "../ui/toasts.tsx";
import * as strings from "./strings.ts";
import "./import.css";
import { type Missing, notations, openImport, recordsOf } from "./importing.ts";
import { hideImport, importMore, importShown, type Source, showImport, sourceOf } from "./sources.ts";

/** Imports games from files, or from a pasted text. */
export function ImportDialog() {
  const sources = importShown.value ?? [];
  return sources.length > 0 ? <Report sources={sources} /> : <Choice />;
}

/** Where the games come from. */
function Choice() {
  const [text, setText] = useState("");
  const names = notations.map(({ name }) => name).join(" or ");
  return (
    <Dialog
      title={strings.importGames}
      wide
      onClose={hideImport}
      actions={
        <Button
          label={strings.importPasted(recordsOf(text)?.name)}
          kind="primary"
          disabled={text.trim() === ""}
          onClick={() => showImport([{ name: strings.whatWasPasted, load: async () => text }])}
        />
      }
    >
      <div class="import-files grid centred sunken gap-3 quiet">
        <p>
          {strings.drop} {names} {strings.filesHereOfOneGame}
        </p>
        <label class="button primary">
          {strings.chooseFiles}
          <input
            class="visually-hidden"
            type="file"
            multiple
            accept={`${notations.map(({ ending }) => ending).join()},text/plain`}
            onChange={({ currentTarget: { files } }) => showImport([...(files ?? [])].map(sourceOf))}
          />
        </label>
      </div>
      <Lines
        label={strings.orPaste(names)}
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
function Report({ sources }: { sources: readonly Source[] }) {
  const importing = useMemo(openImport, []);
  useEffect(() => importing.take(sources), [sources]);
  const { running, share, reading, waiting, total, last, doubles, lastKnown, notes, updates, ...progress } =
    importing.progress.value;
  const { games, refusals, list, pending, troubles } = progress;
  const alone = !running && total + doubles + updates === 1 && notes + refusals + pending + troubles.length === 0;
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
            <Button label={strings.doneLabel} kind="primary" onClick={hideImport} />
          </>
        )
      }
    >
      {running && (
        <>
          <progress value={share} aria-label={strings.gamesRead} />
          <p class="quiet">
            {strings.reading} <bdi>{reading}</bdi>
            {waiting > 0 && strings.thenMore(waiting)}.
          </p>
        </>
      )}
      <p role="status" class="weight-strong">
        {strings.importedText(strings.games(total))}
        {doubles > 0 && strings.alreadyHere(strings.games(doubles))}
        {updates > 0 && strings.updatedText(strings.games(updates))}
        {refusals > 0 && strings.refusedText(strings.games(refusals))}
        {pending > 0 && strings.skippedText(strings.games(pending))}.
      </p>
      {!running && games.length > 0 && (
        <ul aria-label={strings.importedGames}>
          {games.map((id) => (
            <li key={id}>
              <a href={gameAddress.path({ id })} onClick={hideImport}>
                <bdi>{namesIn(id)}</bdi>
              </a>
            </li>
          ))}
          {total > games.length && <li class="quiet small">{strings.andMore(strings.games(total - games.length))}</li>}
        </ul>
      )}
      {troubles.map((trouble) => (
        <p key={trouble} class="field-error">
          {trouble}
        </p>
      ))}
      {list.length > 0 && (
        <ul class="stack gap-3" aria-label={strings.refusedGames}>
          {list.map(({ source, sourceAt, number, line, title, reason, isKnown }) => (
            <li key={`${sourceAt} ${number}`}>
              <strong>
                {strings.game(number)}
                {sources.length > 1 && (
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
      {refusals + doubles > list.length && (
        <p class="quiet small">{strings.andMore(strings.games(refusals + doubles - list.length))}</p>
      )}
      {!running && notes > 0 && (
        <p>
          <Button label={strings.addNotesTo(strings.games(notes))} size="small" onClick={importing.addNotes} />
        </p>
      )}
      {!running && refusals + pending > 0 && (
        <p>
          <Button label={strings.saveGamesThatWere} size="small" onClick={() => saveMissing(importing.missing())} />
        </p>
      )}
    </Dialog>
  );
}

/** The players of an imported game, whose event has come by now; otherwise its number. */
function namesIn(id: string): string {
  void knownRevision.value;
  const game = knownGame(id)?.value.game;
  return game ? game.seats.map((seat) => game.players[seat]?.name ?? "").join(" – ") : id;
}

function saveMissing(missing: readonly Missing[]): void {
  const ending = recordsOf(missing[0]?.text ?? "")?.ending ?? "";
  saveFile(`not-imported${ending}`, `${missing.map(({ text }) => text).join("\n\n")}\n`);
}
