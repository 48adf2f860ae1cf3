import { useEffect, useState } from "preact/hooks";
import type { Answer } from "../api/answer.ts";
import { MiniBoard } from "../mini-board/mini-board.tsx";
import { Field } from "../ui/field.tsx";
import { ImportButton } from "./import-button.tsx";
import { looksLikeFen, readPosition } from "./read-position.ts";

/** Another position to begin from, seen while it is pasted. */
export function PositionField({ text, onChange }: { text: string; onChange: (text: string) => void }) {
  const [read, setRead] = useState<Answer<string | null>>({ ok: true, value: null });
  useEffect(() => {
    let current = true;
    void readPosition(text).then((answer) => {
      if (current) setRead(answer);
    });
    return () => {
      current = false;
    };
  }, [text]);
  return (
    <details class="position-field">
      <summary>Start from a position</summary>
      <div class="position-parts">
        <Field label="FEN or PGN" hint="Of a PGN, the last position is taken." error={read.ok ? null : read.message}>
          {(ids) => (
            <textarea
              {...ids}
              class="input"
              rows={4}
              spellcheck={false}
              value={text}
              onInput={(event) => onChange(event.currentTarget.value)}
            />
          )}
        </Field>
        <div class="position-preview">
          <MiniBoard view={{ kind: "chess", fen: (read.ok && read.value) || initialFen, check: false }} />
        </div>
      </div>
      {read.ok && read.value !== null && !looksLikeFen(text) && <ImportButton pgn={text} />}
    </details>
  );
}

const initialFen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
