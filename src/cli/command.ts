import { type Refusal, type Result, refuse } from "../shared/result.ts";
import type { HostLink } from "./asked.ts";

/** Says what went wrong, and with which exit code the program is to end: 2 for a wrong option, 1 for the rest. */
export function fail(code: 1 | 2, message: string): void {
  process.stderr.write(`kibitz: ${message}\n`);
  process.exitCode = code;
}

/** The same of a refusal: of what was asked for wrongly, or of what failed. */
export const failFor = ({ code, message }: Refusal): void => fail(code === "INVALID_ARGUMENT" ? 2 : 1, message);

/** What Node says of a command line that it cannot read, in one sentence: what follows there is advice for programmers. */
export function unreadable(error: unknown, command: string): Refusal {
  const [sentence = ""] = (error instanceof Error ? error.message : String(error)).split(/\.\s/);
  return refuse("INVALID_ARGUMENT", `${sentence}. \`kibitz ${command} --help\` lists the options.`);
}

export interface HostOptions {
  readonly help: boolean;
  readonly debug: boolean;
  /** As `kibitz headless` takes them. */
  readonly hostArguments: readonly string[];
}

/** A command that works with a host: with the one that runs, or with one of its own, which is closed at the end. */
export async function withHost<Options extends HostOptions>(
  read: Result<Options>,
  usage: string,
  work: (link: HostLink, options: Options) => Promise<void>,
): Promise<void> {
  if (!read.ok) return failFor(read);
  const options = read.value;
  if (options.help) return void process.stdout.write(usage);
  try {
    // With it comes the host, which takes longer than most of what is asked for.
    const { linkHost } = await import("./host-link.ts");
    const link = await linkHost(options.hostArguments, options.debug);
    if (!link.ok) return failFor(link);
    try {
      await work(link.value, options);
    } finally {
      await link.value.close();
    }
  } catch (error) {
    fail(1, error instanceof Error ? error.message : String(error));
  }
}
