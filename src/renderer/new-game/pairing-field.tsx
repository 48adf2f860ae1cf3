import { useId } from "preact/hooks";
import { KindIcon } from "../ui/icons.tsx";
import { type Pairing, pairings } from "./draft.ts";

const choices: readonly { readonly pairing: Pairing; readonly names: readonly [string, string] }[] = [
  { pairing: "you-computer", names: ["You", "Computer"] },
  { pairing: "you-agent", names: ["You", "Agent"] },
  { pairing: "you-friend", names: ["You", "A friend"] },
  { pairing: "agent-computer", names: ["Agent", "Computer"] },
  { pairing: "agent-agent", names: ["Agent", "Agent"] },
  { pairing: "computer-computer", names: ["Computer", "Computer"] },
];

/** Who plays whom, as tiles. */
export function PairingField(props: { pairing: Pairing; onChange: (pairing: Pairing) => void }) {
  const name = useId();
  return (
    <fieldset>
      <legend class="field-label">Players</legend>
      <div class="pairings">
        {choices.map(({ pairing, names }) => (
          <label key={pairing} class="pairing">
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
