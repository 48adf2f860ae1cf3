import { computed } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { endAll } from "../../shared/listeners.ts";
import { onGameEvent, onReturn } from "../api/live.ts";
import { connectAddress } from "../connect/address.ts";
import { ask, connectInfo, someoneIsToCall } from "../connect/targets.ts";
import { KindIcon } from "../ui/icons.tsx";
import * as strings from "./strings.ts";

const targets = computed(() => (connectInfo.value?.ok ? connectInfo.value.value.targets : []));

/** The connected MCP hosts, whether they have called or not. */
export const connected = computed(() =>
  targets.value.filter(({ state, called }) => state === strings.connected || called !== null),
);

/** Asks which hosts are connected, and again when the person comes back to the page or a new agent takes a seat. */
export function useConnected(): void {
  useEffect(() => {
    const endReturn = onReturn(() => void ask());
    const endEvents = onGameEvent(({ event }) => {
      if (event.type === "seatTaken" && someoneIsToCall()) void ask();
    });
    return endAll(endReturn, endEvents);
  }, []);
}

/** The assistants that are connected; nothing where none is. */
export function Connected() {
  if (connected.value.length === 0) return null;
  return (
    <ul class="connected" aria-label={strings.connectedAssistants}>
      {connected.value.map(({ id, title, called }) => (
        <li key={id}>
          <KindIcon kind="agent" name={title} />
          <a class="connected-name" href={connectAddress.path({})}>
            {title}
          </a>
          <span class="quiet">{called === null ? strings.waitsForFirstCall : strings.connected}</span>
        </li>
      ))}
    </ul>
  );
}
