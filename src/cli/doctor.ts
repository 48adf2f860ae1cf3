import { examine, type Finding } from "../main/commands/doctor.ts";
import { readOptions } from "../main/start/read-options.ts";
import { readStartOptions } from "../main/start/start-options.ts";
import { optionHelp } from "../shared/command-options.ts";
import { asHost, failFor, folderOptions, hostArgumentsIn } from "./command.ts";

const options = { ...folderOptions, "port PORT": asHost, "database ADDRESS": asHost } as const;

const usage = `Usage: kibitz doctor [options]

Looks at what Kibitz needs on this machine: Node, data folder, database, port, settings, pages, engine, and the entries in
the assistants' configurations. One line each; each problem comes with what to do about it. Changes nothing.

${optionHelp(options)}

Exit code: 0 when nothing is wrong; 1 if something is; 2 for a wrong option.
`;

const findingMarks: Readonly<Record<Finding["state"], string>> = { ok: "ok   ", note: "note ", wrong: "WRONG" };

export async function doctor(args: readonly string[]): Promise<void> {
  const reading = readOptions("doctor", args, options);
  if (!reading.ok) return failFor(reading);
  const { values } = reading.value;
  if (values.help) return void process.stdout.write(usage);
  // Those that a host would start with here.
  const settings = readStartOptions(hostArgumentsIn(values), process.env);
  if (!settings.ok) return failFor(settings);
  const findings = await examine(settings.value);
  for (const { state, about, text } of findings) process.stdout.write(`${findingMarks[state]}  ${about}: ${text}\n`);
  if (findings.some(({ state }) => state === "wrong")) process.exitCode = 1;
}
