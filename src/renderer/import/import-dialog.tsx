import { useEffect, useState } from "preact/hooks";
import { navigate } from "../app/route.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Field } from "../ui/field.tsx";
import { saveFile } from "../ui/save-file.ts";
import "./import.css";
import { type Importing, type Missing, recordsOf, startImport } from "./importing.ts";
import { hideImport, importShown, type Source, sourceOf } from "./shown.ts";

/** Most refused games that are listed; all of them can be saved. */
const LISTED = 100;

/** Takes games that were played elsewhere: out of files, or pasted. */
export function ImportDialog() {
  const given = importShown.value ?? [];
  const [running, setRunning] = useState<Importing | null>(null);
  const begin = (sources: readonly Source[]) => setRunning(startImport(sources));
  useEffect(() => {
    if (given.length > 0) begin(given);
  }, [given]);
  return running ? <Report importing={running} onMore={() => setRunning(null)} /> : <Choice onChoose={begin} />;
}

/** Where the games come from. */
function Choice({ onChoose }: { onChoose: (sources: readonly Source[]) => void }) {
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
          onClick={() => onChoose([{ name: "what was pasted", read: async () => text }])}
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
            onChange={({ currentTarget: { files } }) => onChoose([...(files ?? [])].map(sourceOf))}
          />
        </label>
      </div>
      <Field label={`Or paste ${records?.name}`} hint="Comments, variations, glyphs, clocks and scores are kept.">
        {(ids) => (
          <textarea
            {...ids}
            class="input"
            rows={6}
            spellcheck={false}
            value={text}
            onInput={({ currentTarget }) => setText(currentTarget.value)}
          />
        )}
      </Field>
    </Dialog>
  );
}

const games = (count: number): string => (count === 1 ? "1 game" : `${count} games`);

/** What became of the games. */
function Report({ importing, onMore }: { importing: Importing; onMore: () => void }) {
  const { running, done, taken, last, missing, trouble } = importing.progress.value;
  const refused = missing.filter(({ reason }) => reason !== null);
  const left = missing.length - refused.length;
  const alone = !running && taken === 1 && missing.length === 0 && trouble === null;
  useEffect(() => {
    if (!alone) return;
    hideImport();
    navigate(`/game/${last}`);
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
            <Button onClick={onMore}>Import more</Button>
            <Button kind="primary" onClick={hideImport}>
              Done
            </Button>
          </>
        )
      }
    >
      {running && <progress class="import-progress" value={done} aria-label="Games that were looked at" />}
      <p role="status" class="import-sum">
        {games(taken)} imported
        {refused.length > 0 && `, ${games(refused.length)} refused`}
        {left > 0 && `, ${games(left)} not looked at`}.
      </p>
      {trouble !== null && <p class="field-error">{trouble}</p>}
      {refused.length > 0 && (
        <ul class="import-refused" aria-label="Refused games">
          {refused.slice(0, LISTED).map((each) => (
            <li key={`${each.source} ${each.number}`}>
              <strong>
                Game {each.number}, line {each.line}
              </strong>
              {each.title !== "" && <bdi> · {each.title}</bdi>}
              <p>{each.reason}</p>
            </li>
          ))}
        </ul>
      )}
      {refused.length > LISTED && <p class="field-hint">And {games(refused.length - LISTED)} more.</p>}
      {!running && missing.length > 0 && (
        <p>
          <Button size="small" onClick={() => saveMissing(missing)}>
            Save the games that are not here
          </Button>
        </p>
      )}
    </Dialog>
  );
}

function saveMissing(missing: readonly Missing[]): void {
  const ending = recordsOf()?.ending ?? "";
  saveFile(`not-imported${ending}`, "text/plain", `${missing.map(({ text }) => text).join("\n\n")}\n`);
}
