import { signal } from "@preact/signals";
import type { ConnectInfo } from "../../shared/api.ts";
import { getConnect } from "../api/client.ts";
import type { Answer } from "../api/request.ts";

/** The host's last answer; null before the first. */
export const connectInfo = signal<Answer<ConnectInfo> | null>(null);

export async function fetchTargets(): Promise<void> {
  connectInfo.value = await getConnect();
}

/** Whether an assistant was connected and has not called yet, as one does after its restart. */
export const someoneIsToCall = (): boolean =>
  connectInfo.value?.ok === true &&
  connectInfo.value.value.targets.some(({ state, called }) => state === "connected" && called === null);
