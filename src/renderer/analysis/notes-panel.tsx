import { useEffect } from "preact/hooks";
import { glyphSign, glyphWords, MoveFacts, verdicts } from "../lines/line-tree.tsx";
import * as strings from "./strings.ts";
import type { StudyModel } from "./study-model.ts";

/** The notes on the shown move, or on the whole study at the start. */
export function NotesPanel({ model }: { model: StudyModel }) {
  const { lines, here } = model.spot.value;
  const move = lines.moves[here];
  // Leaving the page saves the text that is being written.
  useEffect(() => model.settle, [model]);
  const nags = move?.nags ?? [];
  const name = move ? `${model.numberOf(here)} ${move.text}` : strings.startLabel;
  return (
    <section class="notes" aria-label={strings.notes}>
      {move && (
        <fieldset class="notes-glyphs row">
          <legend class="visually-hidden">{strings.assessmentOf(name)}</legend>
          {verdicts.map((nag) => (
            <button
              type="button"
              key={nag}
              class="button quiet small"
              aria-pressed={nags.includes(nag)}
              aria-label={glyphWords(nag)}
              title={glyphWords(nag)}
              onClick={() => {
                const others = nags.filter((each) => !verdicts.some((verdict) => verdict === each));
                model.annotate({ nags: nags.includes(nag) ? others : [nag, ...others] });
              }}
            >
              {glyphSign(nag)}
            </button>
          ))}
          <MoveFacts move={move} />
        </fieldset>
      )}
      <textarea
        class="input"
        rows={2}
        aria-label={strings.commentOn(name)}
        placeholder={strings.commentOn(name)}
        value={model.comment.value}
        maxLength={5_000}
        onInput={({ currentTarget }) => model.write(currentTarget.value)}
        onChange={model.settle}
      />
    </section>
  );
}
