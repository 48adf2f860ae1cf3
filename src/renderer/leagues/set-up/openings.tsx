import { useId, useState } from "preact/hooks";
import { Lines } from "../../ui/lines.tsx";
import { Problem } from "../../ui/problem.tsx";
import { Choice } from "./draft-fields.tsx";
import type { SetUpFormProps } from "./props.ts";
import * as strings from "./strings.ts";

/** Most characters that the host accepts. */
const LONGEST_SUITE = 250_000;

/** The positions from which games start; each opening is played twice, with the sides reversed. */
export function Openings(props: SetUpFormProps) {
  const { draft, tried, change } = props;
  const { openings } = draft.choices;
  const problem = props.problem("openings");
  return (
    <>
      <Choice of="openings" {...props} />
      {openings === "own" ? (
        <Suite draft={draft} problem={tried || draft.suite.trim() !== "" ? problem : null} change={change} />
      ) : (
        openings === "built-in" && <Problem text={problem} />
      )}
      {openings !== "none" && (
        <div class="new-game-row row">
          <Choice of="order" {...props} />
          <Choice of="policy" {...props} />
        </div>
      )}
    </>
  );
}

/** A suite from a file or a pasted text; the host names a line that it cannot play. */
function Suite({ draft, problem, change }: Pick<SetUpFormProps, "draft" | "change"> & { problem: string | null }) {
  const fileId = useId();
  const [unread, setUnread] = useState<string | null>(null);
  const take = async (file: File | undefined) => {
    setUnread(null);
    if (!file) return;
    if (file.size > 4 * LONGEST_SUITE) return setUnread(strings.isLongerThanSuiteMay(file.name));
    const text = await file.text().catch(() => null);
    if (text === null) setUnread(strings.cannotBeRead(file.name));
    else change({ suite: text, suiteName: file.name });
  };
  return (
    <>
      <div class="button-row suite-file">
        <label class="button plain small" for={fileId}>
          {strings.openFile}
        </label>
        <input
          id={fileId}
          class="visually-hidden"
          type="file"
          accept=".epd,.pgn,.txt,.fen"
          onChange={(event) => {
            void take(event.currentTarget.files?.[0]);
            // Lets the same file be opened again after a correction.
            event.currentTarget.value = "";
          }}
        />
        {draft.suiteName !== "" && <bdi class="quiet">{draft.suiteName}</bdi>}
      </div>
      <Lines
        label={strings.suite}
        hint={strings.epdPositionLineOrPgn}
        rows={5}
        text={draft.suite}
        problem={unread ?? problem}
        onText={(suite) => change({ suite, suiteName: "" })}
      />
    </>
  );
}
