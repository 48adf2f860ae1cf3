import { connect as connectTo, createServer, type Server, type Socket } from "node:net";
import { join } from "node:path";
import { tempDir } from "./temp-dir.ts";

/** The network between a host and its database, with its faults. */
export interface Wire {
  /** The folder in which its socket is, named as the database's. */
  readonly folder: string;
  /** From now on nothing goes through the connections that there are, and nobody is told. */
  freeze(): void;
  /** Nothing goes through those that come from now on, either. */
  silence(): void;
  /** Calls before a message of the host's is handed on, in which a text stands; what it gives cuts the connection before or after. */
  cutAt(text: string, when: "before" | "after"): void;
  /** From now on whoever comes is hung up on, until {@link admit}. */
  refuse(): void;
  admit(): void;
  /** From now on nothing goes through new connections; those that there are go on. */
  silenceNew(): void;
  /** How often somebody has come. */
  comers(): number;
  close(): Promise<void>;
}

const NAME = ".s.PGSQL.5432";

export async function createWire(databaseFolder: string): Promise<Wire> {
  const dir = tempDir();
  const open = new Set<{ readonly host: Socket; readonly database: Socket }>();
  const mute = new Set<Socket>();
  let cut: { readonly text: string; readonly when: "before" | "after" } | null = null;
  let refusing = false;
  let silent = false;
  let came = 0;
  const server: Server = createServer((host) => {
    came += 1;
    if (refusing) return void host.destroy();
    if (silent) return void mute.add(host.on("error", () => {}).resume());
    const database = connectTo(join(databaseFolder, NAME));
    const pair = { host, database };
    open.add(pair);
    const end = () => {
      open.delete(pair);
      host.destroy();
      database.destroy();
    };
    for (const socket of [host, database]) socket.on("error", end).on("close", end);
    database.on("data", (bytes) => void host.write(bytes));
    host.on("data", (bytes) => {
      const found = cut !== null && bytes.includes(cut.text) ? cut : null;
      if (found) cut = null;
      if (found?.when === "before") return end();
      database.write(bytes);
      // The database has it, and its answer comes to nobody.
      if (found) database.removeAllListeners("data").once("data", end);
    });
  });
  await new Promise<void>((listening) => server.listen(join(dir.path, NAME), listening));
  const freeze = () => {
    for (const { host, database } of open) {
      host.removeAllListeners("data").resume();
      database.removeAllListeners("data").resume();
    }
  };
  return {
    folder: dir.path,
    freeze,
    silence: () => {
      silent = true;
      freeze();
    },
    cutAt: (text, when) => {
      cut = { text, when };
    },
    refuse: () => {
      refusing = true;
      for (const { host } of open) host.destroy();
    },
    admit: () => {
      refusing = false;
    },
    silenceNew: () => {
      silent = true;
    },
    comers: () => came,
    close: async () => {
      for (const { host, database } of open) {
        host.destroy();
        database.destroy();
      }
      for (const host of mute) host.destroy();
      await new Promise((closed) => server.close(closed));
      dir[Symbol.dispose]();
    },
  };
}
