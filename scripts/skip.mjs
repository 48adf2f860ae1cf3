/**
 * Says that a suite, or a part of one, does not run here, and why. With CI set, as on machines that are meant to have
 * what is missing, it fails instead: a suite that is skipped there in silence proves nothing.
 * @param {string} what
 * @param {string} reason
 */
export function skip(what, reason) {
  const inCi = Boolean(process.env["CI"]);
  console.log(`${inCi ? "✗" : "- Skipped:"} ${what} did not run, because ${reason}.`);
  if (inCi) process.exit(1);
}
