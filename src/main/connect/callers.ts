import { readFileSync } from "node:fs";
import { z } from "zod";
import type { Caller } from "../../shared/api.ts";
import { cleanLine, clip, NAME_LENGTH } from "../../shared/text.ts";
import { fileIn, writeFileWhole } from "../data/data-dir.ts";

/** The programs that came from Kibitz's entries in hosts' files. Kept in a file of the data folder. */
export interface Callers {
  of(id: string): Caller | null;
  /** Takes note of a program, once for each version of it. What it calls itself is shown, and is cut to a line. */
  note(id: string, program: { readonly name: string; readonly version: string }): void;
  /** As if nobody had come from there. */
  forget(id: string): void;
}

const callersSchema = z.record(z.string(), z.object({ name: z.string(), version: z.string(), at: z.string() }));
/** Valid names of an entry; a shim can be given any. */
const idSchema = z.string().regex(/^[a-z][a-z-]{0,31}$/);
/** Entries' names are few; what is told besides is nobody's entry. */
const MOST = 50;

export function openCallers(dataDir: string): Callers {
  const file = fileIn(dataDir, "callers");
  const write = (all: Readonly<Record<string, Caller>>) => {
    try {
      writeFileWhole(file, `${JSON.stringify(all, null, 2)}\n`);
    } catch {
      // A full disk speaks up where it matters; this is noted with the program's next start.
    }
  };
  return {
    // Another process may have written it: it is read when it is asked for.
    of: (id) => read(file)[id] ?? null,
    note: (id, program) => {
      if (!idSchema.safeParse(id).success) return;
      const [name, version] = [program.name, program.version].map((text) => clip(cleanLine(text), NAME_LENGTH));
      const all = read(file);
      const known = all[id];
      if (!name || version === undefined || (known?.name === name && known.version === version)) return;
      if (!known && Object.keys(all).length >= MOST) return;
      write({ ...all, [id]: { name, version, at: new Date().toISOString() } });
    },
    forget: (id) => {
      const { [id]: known, ...others } = read(file);
      if (known) write(others);
    },
  };
}

/** A damaged file costs what is in it, and nothing else. */
function read(file: string): Readonly<Record<string, Caller>> {
  try {
    return callersSchema.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch {
    return {};
  }
}
