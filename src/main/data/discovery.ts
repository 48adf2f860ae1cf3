import { lstatSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { type Discovery, isTrustedSocket, parseDiscovery } from "../../shared/instance.ts";
import { accept, type Result } from "../../shared/result.ts";
import { isOnReadOnlyDisk } from "../base/disk.ts";
import { readableText } from "../base/text-file.ts";
import { fileIn, storageRefusal, writePassingFile } from "./data-dir.ts";

/** Announces a host. Call it last, when every door is open: readers connect at once. */
export function writeDiscovery(dataDir: string, discovery: Discovery): Result<void> {
  try {
    writePassingFile(fileIn(dataDir, "discovery"), `${JSON.stringify(discovery, null, 2)}\n`);
    return accept(undefined);
  } catch (error) {
    return storageRefusal(error, `${fileIn(dataDir, "discovery")} cannot be written`);
  }
}

/** Removes the announcement. Only for the holder of the instance lock: at its start (a dead host's) and at its end. */
export function removeDiscovery(dataDir: string): void {
  const path = fileIn(dataDir, "discovery");
  if (!isOnReadOnlyDisk(path)) rmSync(path, { force: true });
}

/** The content of the file, whether or not that host still lives; null where there is none. */
export const readDiscovery = (dataDir: string): Discovery | null =>
  parseDiscovery(readableText(fileIn(dataDir, "discovery")) ?? "");

/** The running host of a data folder, proved by its socket taking a connection; null for none. */
export async function findRunningHost(dataDir: string): Promise<Discovery | null> {
  const before = readDiscovery(dataDir);
  if (before === null || !isOwnSocket(before.socket) || !(await takesConnections(before.socket))) return null;
  // A dead host's file could have been read just before its successor, which listens at the same path, removed it.
  const after = readDiscovery(dataDir);
  return after?.pid === before.pid && after.startedAt === before.startedAt ? after : null;
}

/** The file of a dead host may name a path where another program listens now. */
const isOwnSocket = (path: string): boolean =>
  isTrustedSocket(path, (each) => lstatSync(each, { throwIfNoEntry: false }), process.geteuid?.());

function takesConnections(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path);
    const answer = (yes: boolean) => {
      socket.destroy();
      resolve(yes);
    };
    socket.setTimeout(2000, () => answer(false));
    socket.once("connect", () => answer(true));
    socket.once("error", () => answer(false));
  });
}
