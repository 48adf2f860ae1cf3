import { parseArgs } from "node:util";
import { examine, type Finding } from "../main/doctor.ts";
import { readSettings } from "../main/settings.ts";
import { fail } from "./command.ts";

const usage = `Usage: kibitz doctor [options]

Looks at what Kibitz needs on this machine: Node, data folder, port, pages, engine, and the entries in the assistants'
configurations. One line each; what is wrong says how to mend it. Changes nothing.

  --data-dir DIR, --port PORT   as for kibitz headless
  --help                        print this

Exit code: 0 when nothing is wrong; 1 where something is; 2 for a wrong option.
`;

const marks: Readonly<Record<Finding["state"], string>> = { ok: "ok   ", note: "note ", wrong: "WRONG" };

/** `kibitz doctor`. */
export async function doctor(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({ args: [...args], options: { help: { type: "boolean", short: "h" } }, strict: false });
  if (values.help) return void process.stdout.write(usage);
  const settings = readSettings(args, process.env);
  if (!settings.ok) return fail(2, settings.message);
  const findings = await examine(settings.value);
  for (const { state, about, text } of findings) process.stdout.write(`${marks[state]}  ${about}: ${text}\n`);
  if (findings.some(({ state }) => state === "wrong")) process.exitCode = 1;
}
