import { homedir } from "node:os";
import { z } from "zod";
import type { ConnectedProgram } from "../../shared/api.ts";
import { jsonIn } from "../../shared/fields.ts";
import { mcpHostOf } from "../../shared/mcp-hosts.ts";
import { cleanLine, clip, NAME_LENGTH } from "../../shared/text.ts";
import { readToolsets } from "../../shared/toolsets.ts";
import { shimCommand } from "../base/shim-command.ts";
import { readableText } from "../base/text-file.ts";
import { fileIn, writeFileWhole } from "../data/data-dir.ts";

/** Tells the MCP hosts of this machine about this Kibitz. */
export type Connecting = ReturnType<typeof openConnecting>;

export function openConnecting(options: {
  readonly dataDir: string;
  /** The shim's program in a packaged application. */
  readonly launcher?: string | undefined;
  /** Why no MCP host should be told to start the shim yet. */
  readonly obstacle?: string | null | undefined;
  /** The toolsets that entries are to ask for; null for those that they have, or the default ones. */
  readonly toolsets?: string | null;
  /** null where no Kibitz runs. */
  readonly mcpUrl: () => string | null;
}) {
  const { dataDir, launcher, obstacle = null, toolsets = null, mcpUrl } = options;
  const callers = openCallers(dataDir);
  // Loaded on demand: editing hosts' files is no part of a quick start.
  const connector = async (toolsets: string | null) => {
    const { createConnector } = await import("./connector.ts");
    const { command, args } = shimCommand(dataDir, launcher);
    return createConnector({
      shim: { command, args: toolsets === null ? args : [...args, "--toolsets", toolsets] },
      obstacle,
      mcpUrl: mcpUrl(),
      agentTokenFile: fileIn(dataDir, "agentToken"),
      callers,
      platform: process.platform,
      env: process.env,
      home: homedir(),
    });
  };
  return {
    list: async () => (await connector(toolsets)).list(),
    /** @param asked toolsets for this entry */
    connect: async (id: string, asked = toolsets) => {
      const reading = readToolsets(asked);
      return reading.ok ? (await connector(asked)).connect(id) : reading;
    },
    disconnect: async (id: string) => (await connector(null)).disconnect(id),
    callers,
  };
}

const callersSchema = z.record(z.string(), z.object({ name: z.string(), version: z.string(), at: z.string() }));
/** Valid names of an entry; a shim can be given any. */
const idSchema = z.string().regex(/^[a-z][a-z-]{0,31}$/);
/** Most entries that are recorded, since hosts are few. */
const MOST_ENTRIES = 50;

/** The programs that came from Kibitz's entries in hosts' files. Kept in a file of the data folder. */
export function openCallers(dataDir: string) {
  const file = fileIn(dataDir, "callers");
  const write = (all: Readonly<Record<string, ConnectedProgram>>) => {
    try {
      writeFileWhole(file, `${JSON.stringify(all, null, 2)}\n`);
    } catch {
      // A full disk is reported where it matters; this is recorded with the program's next start.
    }
  };
  return {
    // Another process may have written it, so it is read each time.
    of: (id: string): ConnectedProgram | null => {
      const caller = readCallers(file)[id];
      return caller ? { ...caller, name: mcpHostOf(caller.name, caller.version)?.title ?? caller.name } : null;
    },
    /** Records a program, once for each version of it. Its name for itself is cut to a line. */
    note: (id: string, program: Omit<ConnectedProgram, "at">) => {
      if (!idSchema.safeParse(id).success) return;
      const [name, version] = [program.name, program.version].map((text) => clip(cleanLine(text), NAME_LENGTH));
      const all = readCallers(file);
      const caller = all[id];
      if (!name || version === undefined || (caller?.name === name && caller.version === version)) return;
      if (!caller && Object.keys(all).length >= MOST_ENTRIES) return;
      write({ ...all, [id]: { name, version, at: new Date().toISOString() } });
    },
    forget: (id: string) => {
      const { [id]: caller, ...others } = readCallers(file);
      if (caller) write(others);
    },
  };
}

/** A damaged file costs only its own content. */
const readCallers = (file: string): Readonly<Record<string, ConnectedProgram>> =>
  callersSchema.safeParse(jsonIn(readableText(file) ?? "")).data ?? {};
