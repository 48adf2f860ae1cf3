import { KindIcon } from "../ui/icons.tsx";
import { Radios } from "../ui/segmented.tsx";
import { type Pairing, pairings } from "./draft.ts";
import * as strings from "./strings.ts";

const choices: readonly { readonly pairing: Pairing; readonly names: readonly [string, string] }[] = [
  { pairing: "you-computer", names: [strings.you, strings.computer] },
  { pairing: "you-agent", names: [strings.you, strings.agent] },
  { pairing: "you-friend", names: [strings.you, strings.friend] },
  { pairing: "agent-computer", names: [strings.agent, strings.computer] },
  { pairing: "agent-agent", names: [strings.agent, strings.agent] },
  { pairing: "computer-computer", names: [strings.computer, strings.computer] },
];

/** The pairings, as tiles. */
export const PairingField = (props: { pairing: Pairing; onChange: (pairing: Pairing) => void }) => (
  <Radios
    legend={strings.players}
    kind="pairing"
    value={props.pairing}
    onChange={props.onChange}
    options={choices.map(({ pairing, names }) => ({
      value: pairing,
      label: (
        <>
          <span class="pairing-face stack" aria-hidden="true">
            {names.map((each, index) => (
              <span key={index} class="pairing-player">
                <KindIcon kind={pairings[pairing][index === 0 ? 0 : 1]} />
                {each}
              </span>
            ))}
          </span>
          <span class="visually-hidden">{names.join(" – ")}</span>
        </>
      ),
    }))}
  />
);
