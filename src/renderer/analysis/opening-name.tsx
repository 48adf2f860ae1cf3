import { getOpening } from "../api/client.ts";
import * as strings from "./strings.ts";
import type { StudyModel } from "./study-model.ts";
import { useAnswer } from "./use-answer.ts";

/** The opening of the shown line, up to the shown position. */
export function OpeningName({ model }: { model: StudyModel }) {
  const told = useAnswer((asked) => model.position.value && getOpening(model.position.value, asked));
  const named = told.value?.opening;
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
