import { useEffect, useMemo, useState } from "preact/hooks";
import { navigate } from "../app/route.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Lines } from "../ui/lines.tsx";
import { saveFile } from "../ui/save-file.ts";
import { toast } from "../ui/toasts.tsx";
import "./import.css";
import { type Missing, openImport, recordsOf } from "./importing.ts";
import { hideImport, importMore, importShown, type Source, showImport, sourceOf } from "./shown.ts";

/** Takes games that were played elsewhere: out of files, or pasted. */
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
      title="Import games"
      wide
      onClose={hideImport}
      actions={
        <Button
          kind="primary"
          disabled={text.trim() === ""}
          onClick={() => showImport([{ name: "what was pasted", read: async () => text }])}
        >
          Import what is pasted
        </Button>
      }
    >
      <div class="import-files">
        <p>Drop {records?.name} files here, of one game or of thousands.</p>
        <label class="button primary medium">
          Choose files
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
        label={`Or paste ${records?.name}`}
        hint="Comments, variations, glyphs, clocks and scores are kept."
        rows={6}
        text={text}
        problem={null}
        onChange={setText}
      />
    </Dialog>
  );
}

const games = (count: number): string => (count === 1 ? "1 game" : `${count} games`);

/** What becomes of the games; files that are dropped meanwhile or afterwards are read as well. */
function Report({ given }: { given: readonly Source[] }) {
  const importing = useMemo(openImport, []);
  useEffect(() => importing.take(given), [given]);
  const { running, done, reading, waiting, taken, last, known, lastKnown, refused, listed, left, troubles } =
    importing.progress.value;
  const alone = !running && taken + known === 1 && refused + left + troubles.length === 0;
  useEffect(() => {
    if (!alone) return;
    hideImport();
    navigate(`/game/${last ?? lastKnown}`);
    if (last === null) toast("This game was imported before: here it is.");
  }, [alone]);

  return (
    <Dialog
      title="Import games"
      wide
      onClose={running ? importing.stop : hideImport}
      actions={
        running ? (
          <Button onClick={importing.stop}>Stop</Button>
        ) : (
          <>
            <Button onClick={importMore}>Import more</Button>
            <Button kind="primary" onClick={hideImport}>
              Done
            </Button>
          </>
        )
      }
    >
      {running && (
        <>
          <progress class="import-progress" value={done} aria-label="Games that were looked at" />
          <p class="import-reading">
            Reading <bdi>{reading}</bdi>
            {waiting > 0 && `, then ${waiting} more`}.
          </p>
        </>
      )}
      <p role="status" class="import-sum">
        {games(taken)} imported
        {known > 0 && `, ${games(known)} already here`}
        {refused > 0 && `, ${games(refused)} refused`}
        {left > 0 && `, ${games(left)} not looked at`}.
      </p>
      {troubles.map((trouble) => (
        <p key={trouble} class="field-error">
          {trouble}
        </p>
      ))}
      {listed.length > 0 && (
        <ul class="import-refused" aria-label="Refused games">
          {listed.map(({ source, sourceAt, number, line, title, reason }) => (
            <li key={`${sourceAt} ${number}`}>
              <strong>
                Game {number}
                {given.length > 1 && (
                  <>
                    {" of "}
                    <bdi>{source}</bdi>
                  </>
                )}
                , line {line}
              </strong>
              {title !== "" && <bdi> · {title}</bdi>}
              <p>{reason}</p>
            </li>
          ))}
        </ul>
      )}
      {refused > listed.length && <p class="field-hint">And {games(refused - listed.length)} more.</p>}
      {!running && refused + left > 0 && (
        <p>
          <Button size="small" onClick={() => saveMissing(importing.missing())}>
            Save the games that were not imported
          </Button>
        </p>
      )}
    </Dialog>
  );
}

function saveMissing(missing: readonly Missing[]): void {
  const ending = recordsOf()?.ending ?? "";
  saveFile(`not-imported${ending}`, `${missing.map(({ text }) => text).join("\n\n")}\n`);
}
