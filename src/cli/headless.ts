/**
 * Becomes the headless host: the same process, so that signals, streams and the exit code are its own. Resolves once it
 * answers signals.
 */
export async function headless(args: readonly string[]): Promise<void> {
  // The headless host reads its own command line.
  process.argv.splice(2, process.argv.length, ...args);
  await import("../main/headless.ts");
}
