import { useState } from "preact/hooks";
import type { FoundEngine, KnownEngines } from "../../shared/api.ts";
import { Button } from "../ui/button.tsx";
import { useBusy } from "../ui/use-busy.ts";
import { addEngine } from "./players-client.ts";
import * as strings from "./strings.ts";

export interface FoundEngineOfferProps {
  readonly found: FoundEngine;
  readonly onAdded: (known: KnownEngines) => void;
}

/** An engine that was found on this machine, to be added with one click. It is not started before. */
export function FoundEngineOffer({ found: { name, path }, onAdded }: FoundEngineOfferProps) {
  const [busy, run] = useBusy();
  const [problem, setProblem] = useState<string | null>(null);
  const add = async () => {
    setProblem(null);
    const answer = await addEngine({ name, path, args: [], options: {}, move_ms: 1_000 }, new AbortController().signal);
    if (answer.ok) onAdded(answer.value);
    else setProblem(answer.message);
  };
  return (
    <div class="setting-line row">
      <span class="setting-words">
        {strings.thereIsStockfish}
        <code>{path}</code>
        {problem !== null && (
          <span class="field-error" role="alert">
            {problem}
          </span>
        )}
      </span>
      <span class="button-row setting-actions">
        <Button size="small" disabled={busy} onClick={() => void run(add)}>
          {busy ? strings.testing : strings.testAndAddIt}
        </Button>
      </span>
    </div>
  );
}
