import { signal } from "@preact/signals";
import type { ConnectInfo, ConnectOutcome } from "../../shared/api.ts";
import { connectHost, disconnectHost, getConnect } from "../api/client.ts";
import type { Answer } from "../api/request.ts";
import { toast } from "../ui/toasts.tsx";
import * as strings from "./strings.ts";

/** The host's last answer; null before the first. */
export const connectInfo = signal<Answer<ConnectInfo> | null>(null);

/** The backup files of the configuration files that were changed, by the id of their host. */
export const backupFiles = signal<Readonly<Record<string, readonly string[]>>>({});

/** Why the last change of a host's files failed, wholly or in part, by the host's id. */
export const problems = signal<Readonly<Record<string, string>>>({});

export async function ask(): Promise<void> {
  connectInfo.value = await getConnect();
}

export const connect = (id: string): Promise<void> => change(id, connectHost, strings.isConnected);
export const disconnect = (id: string): Promise<void> => change(id, disconnectHost, strings.isDisconnected);

async function change(id: string, how: (id: string) => Promise<Answer<ConnectOutcome>>, note: string): Promise<void> {
  const { [id]: _, ...others } = problems.value;
  problems.value = others;
  const answer = await how(id);
  if (answer.ok) {
    const { target, changed } = answer.value;
    backupFiles.value = { ...backupFiles.value, [id]: changed.flatMap(({ backup }) => backup ?? []) };
    toast(`${target.title} ${note}`);
  } else problems.value = { ...problems.value, [id]: `${answer.message}.` };
  await ask();
}

/** Whether an assistant was connected and has not called yet, as one does after its restart. */
export const someoneIsToCall = (): boolean =>
  connectInfo.value?.ok === true &&
  connectInfo.value.value.targets.some(({ state, called }) => state === "connected" && called === null);
