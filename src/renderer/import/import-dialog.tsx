import { signal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { amount } from "../../shared/text.ts";
import { gameAddress } from "../app/address.ts";
import { navigate } from "../app/route.ts";
import { knownGame, knownRevision } from "../dashboard/counts.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Lines } from "../ui/field.tsx";
import { assign } from "../ui/hooks.ts";
import { saveFile } from "../ui/save-file.ts";
import { toast } from "../ui/toasts.tsx";
import "./import.css";
import { type Missing, notations, openImport, recordsOf } from "./importing.ts";
import { hideImport, type ImportSource, importMore, importShown, showImport, sourceOf } from "./sources.ts";

const gameCount = (count: number): string => amount(count, "game");

/** Imports games from files, or from a pasted text. */
export function ImportDialog() {
  const sources = importShown.value ?? [];
  return sources.length > 0 ? <Report sources={sources} /> : <Choice />;
}

/** The pasted text that is not imported yet: it stays while files are read that were dropped beside it. */
const pastedText = signal("");

/** Where the games come from. */
function Choice() {
  const text = pastedText.value;
  const names = notations.map(({ name }) => name).join(" or ");
  return (
    <Dialog
      title="Import games"
      wide
      onClose={hideImport}
      actions={
        <Button
          label={`Import pasted ${recordsOf(text)?.name}`}
          kind="primary"
          disabled={text.trim() === ""}
          onClick={() => {
            assign(pastedText, "");
            showImport([{ name: "Pasted text", load: async () => text }]);
          }}
        />
      }
    >
      <div class="import-files grid centred sunken gap-3 quiet">
        <p>Drop {names} files here: one game or thousands.</p>
        <label class="button primary">
          Choose files
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
        label={`Or paste ${names}`}
        hint="In PGN, comments, variations, signs such as !?, clock times and evaluations are kept."
        rows={6}
        text={text}
        problem={null}
        onText={(next) => assign(pastedText, next)}
      />
    </Dialog>
  );
}

/** The progress of the import; files that are dropped during or after it are read too. */
function Report({ sources }: { sources: readonly ImportSource[] }) {
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
    if (last === null) toast("This game was imported before: here it is.");
  }, [alone]);

  return (
    <Dialog
      title="Import games"
      wide
      onClose={running ? importing.stop : hideImport}
      actions={
        running ? (
          <Button label="Stop" onClick={importing.stop} />
        ) : (
          <>
            <Button label="Import more" onClick={importMore} />
            <Button label="Done" kind="primary" onClick={hideImport} />
          </>
        )
      }
    >
      {running && (
        <>
          <progress value={share} aria-label="Games read" />
          <p class="quiet">
            Reading <bdi>{reading}</bdi>
            {waiting > 0 && `, then ${waiting} more`}.
          </p>
        </>
      )}
      <p role="status" class="weight-strong">
        {`${gameCount(total)} imported`}
        {doubles > 0 && `, ${gameCount(doubles)} already here`}
        {updates > 0 && `, notes added to ${gameCount(updates)}`}
        {refusals > 0 && `, ${gameCount(refusals)} refused`}
        {pending > 0 && `, ${gameCount(pending)} skipped`}.
      </p>
      {!running && games.length > 0 && (
        <ul aria-label="Imported games">
          {games.map((id) => (
            <li key={id}>
              <a href={gameAddress.path({ id })} onClick={hideImport}>
                <bdi>{namesIn(id)}</bdi>
              </a>
            </li>
          ))}
          {total > games.length && <li class="quiet small">{`And ${gameCount(total - games.length)} not listed.`}</li>}
        </ul>
      )}
      {troubles.map((trouble) => (
        <p key={trouble} class="field-error">
          {trouble}
        </p>
      ))}
      {list.length > 0 && (
        <ul class="stack gap-3" aria-label="Games that were not imported">
          {list.map(({ source, sourceAt, number, line, title, reason, isKnown }) => (
            <li key={`${sourceAt} ${number}`}>
              <strong>
                {`Game ${number}`}
                {sources.length > 1 && (
                  <>
                    {" of "}
                    <bdi>{source}</bdi>
                  </>
                )}
                {`, line ${line}`}
              </strong>
              {title !== "" && <bdi> · {title}</bdi>}
              <p class={isKnown ? "quiet" : "field-error"}>{reason}</p>
            </li>
          ))}
        </ul>
      )}
      {refusals + doubles > list.length && (
        <p class="quiet small">{`And ${gameCount(refusals + doubles - list.length)} not listed.`}</p>
      )}
      {!running && notes > 0 && (
        <p>
          <Button label={`Add the notes to ${gameCount(notes)}`} size="small" onClick={importing.addNotes} />
        </p>
      )}
      {!running && refusals + pending > 0 && (
        <p>
          <Button label="Save games not imported" size="small" onClick={() => saveMissing(importing.missing())} />
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
