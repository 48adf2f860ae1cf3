import type { LeagueTrouble, PlayerCall } from "../../shared/leagues.ts";
import { gameAddress } from "../app/address.ts";
import { timeText } from "../ui/format.ts";
import { Part } from "./part.tsx";

/** Forfeits, suspensions and games lost without a move, each with its reason. */
export function Troubles({ troubles }: { troubles: readonly LeagueTrouble[] }) {
  if (troubles.length === 0) return null;
  return (
    <Part id="troubles" title="What went wrong">
      <ol class="entrant-log">
        {troubles.map(({ at, game_id, text }) => (
          <li key={`${at} ${text}`}>
            <Moment at={at} /> {game_id === null ? text : <a href={gameAddress.path({ id: game_id })}>{text}</a>}
          </li>
        ))}
      </ol>
    </Part>
  );
}

/** The last calls to a server or a model, newest first; their questions and answers can be opened. */
export function Calls({ calls }: { calls: readonly PlayerCall[] }) {
  if (calls.length === 0) return null;
  return (
    <Part id="calls" title="Last calls" note={calls.length}>
      <ol class="entrant-log">
        {calls.toReversed().map(({ at, tool, about, to, ms, failure, asked, answered }) => (
          <li key={`${at} ${about} ${tool} ${ms}`}>
            <details>
              <summary class="pointable">
                <Moment at={at} /> {`${tool} for ${about}, ${ms} ms: ${failure ?? "answered"}`}
              </summary>
              <dl class="call-texts pad-2 small">
                <dt class="quiet">To</dt>
                <dd>{to}</dd>
                <dt class="quiet">Asked</dt>
                <dd>{asked}</dd>
                <dt class="quiet">Answered</dt>
                <dd>{answered ?? "nothing"}</dd>
              </dl>
            </details>
          </li>
        ))}
      </ol>
    </Part>
  );
}

const Moment = ({ at }: { at: string }) => (
  <time class="quiet figures" dateTime={at}>
    {timeText(at)}
  </time>
);
