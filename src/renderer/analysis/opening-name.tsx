import { useSignal, useSignalEffect } from "@preact/signals";
import type { Opening } from "../../shared/terms.ts";
import { getOpening } from "../api/client.ts";
import * as strings from "./strings.ts";
import type { StudyModel } from "./study-model.ts";

/** The opening of the shown line, up to the shown position. */
export function OpeningName({ model }: { model: StudyModel }) {
  const opening = useSignal<Opening | null>(null);
  useSignalEffect(() => {
    const position = model.position.value;
    if (!position) return;
    const asked = new AbortController();
    void getOpening(position, asked.signal).then((answer) => {
      // The former name stays until then, and where no answer comes.
      if (answer.ok && !asked.signal.aborted) opening.value = answer.value.opening;
    });
    return () => asked.abort();
  });
  const named = opening.value;
  return (
    <p class="analysis-opening one-line small" data-part="opening" title={named?.name}>
      {named ? (
        <>
          <span class="analysis-code">{named.code}</span> {named.name}
        </>
      ) : (
        <span class="quiet">{strings.openingExplorer}</span>
      )}
    </p>
  );
}
