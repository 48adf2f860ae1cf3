import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { isFresh, root } from "../../scripts/fingerprint.mjs";

/** Builds what hosts, shims and pages in the tests are made of, where it is not of these sources. */
export async function setup(): Promise<void> {
  if (await isFresh()) return;
  execFileSync(process.execPath, [join(root, "scripts", "build.mjs")], { stdio: ["ignore", "ignore", "inherit"] });
}
