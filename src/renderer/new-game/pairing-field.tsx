import { useId } from "preact/hooks";
import { KindIcon } from "../ui/icons.tsx";
import { type Pairing, pairings } from "./draft.ts";

const choices: readonly { readonly pairing: Pairing; readonly label: string }[] = [
  { pairing: "you-computer", label: "You – computer" },
  { pairing: "you-agent", label: "You – agent" },
  { pairing: "agent-computer", label: "Agent – computer" },
  { pairing: "agent-agent", label: "Agent – agent" },
  { pairing: "computer-computer", label: "Computer – computer" },
];

/** Who plays whom, as tiles. */
export function PairingField(props: { pairing: Pairing; onChange: (pairing: Pairing) => void }) {
  const name = useId();
  return (
    <fieldset>
      <legend class="field-label">Players</legend>
      <div class="pairings">
        {choices.map(({ pairing, label }) => (
          <label key={pairing} class="pairing">
            <input
              type="radio"
              name={name}
              value={pairing}
              checked={pairing === props.pairing}
              onChange={() => props.onChange(pairing)}
            />
            <span class="pairing-face">
              <span class="pairing-kinds" aria-hidden="true">
                <KindIcon kind={pairings[pairing][0]} />
                <KindIcon kind={pairings[pairing][1]} />
              </span>
              {label}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
