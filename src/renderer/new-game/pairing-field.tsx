import { useId } from "preact/hooks";
import { KindIcon } from "../ui/icons.tsx";
import { type Pairing, pairings } from "./draft.ts";
import * as strings from "./strings.ts";
import "../ui/segmented.css";

const choices: readonly { readonly pairing: Pairing; readonly names: readonly [string, string] }[] = [
  { pairing: "you-computer", names: [strings.you, strings.computer] },
  { pairing: "you-agent", names: [strings.you, strings.agent] },
  { pairing: "you-friend", names: [strings.you, strings.friend] },
  { pairing: "agent-computer", names: [strings.agent, strings.computer] },
  { pairing: "agent-agent", names: [strings.agent, strings.agent] },
  { pairing: "computer-computer", names: [strings.computer, strings.computer] },
];

/** The pairings, as tiles. */
export function PairingField(props: { pairing: Pairing; onChange: (pairing: Pairing) => void }) {
  const name = useId();
  return (
    <fieldset>
      <legend class="field-label">{strings.players}</legend>
      <div class="pairings">
        {choices.map(({ pairing, names }) => (
          <label key={pairing} class="radio pairing">
            <input
              type="radio"
              name={name}
              value={pairing}
              aria-label={names.join(" – ")}
              checked={pairing === props.pairing}
              onChange={() => props.onChange(pairing)}
            />
            <span class="pairing-face" aria-hidden="true">
              {names.map((each, index) => (
                <span key={index} class="pairing-player">
                  <KindIcon kind={pairings[pairing][index === 0 ? 0 : 1]} />
                  {each}
                </span>
              ))}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
