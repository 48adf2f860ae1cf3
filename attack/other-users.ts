import { spawn } from "node:child_process";
import { once } from "node:events";
import type { Tally } from "./tally.ts";
import type { Victim } from "./victim.ts";

const SOMEBODY = 54_321;

/**
 * The attempts of another user of the machine: reads every file of the data folder, connects to the socket, looks for
 * tokens in the arguments of programs, and tries tokens and codes over the port as fast as it can. It runs without
 * imports and writes one line, so that it needs nothing of the checkout but Node, and leaves nothing behind.
 */
const program = `
const { readdirSync, readFileSync } = require("node:fs");
const { connect } = require("node:net");
const { url, dataDir, socket, tries } = JSON.parse(process.argv[1]);
const found = [];
const attempt = (what, act) => { try { act(); found.push(what); } catch {} };
attempt("listed the data folder", () => readdirSync(dataDir));
for (const name of ["person.token", "agent.token", "referee.code", "seat.secret", "host.json", "kibitz.db", "kibitz.db-wal", "keys.json"])
  attempt("read " + name, () => readFileSync(dataDir + "/" + name));
let lines = "";
for (const pid of readdirSync("/proc").filter((name) => /^\\d+$/.test(name)))
  try { lines += readFileSync("/proc/" + pid + "/cmdline", "utf8") + "\\n"; } catch {}
const knock = () => new Promise((resolve) => {
  const client = connect(socket);
  client.once("connect", () => { found.push("connected to the socket"); client.destroy(); resolve(); });
  client.once("error", () => resolve());
});
const guess = async (count) => {
  const headers = { authorization: "Bearer guess-" + count, "content-type": "application/json" };
  const code = count % 2 === 1;
  const body = JSON.stringify({ code: "guess-" + count });
  const answer = code
    ? await fetch(url + "/api/sign-in/session", { method: "POST", headers: { "content-type": headers["content-type"] }, body })
    : await fetch(url + "/api/games", { headers });
  await answer.arrayBuffer();
  if (answer.status !== 401) found.push("was answered " + answer.status);
};
(async () => {
  await knock();
  const guesses = Array.from({ length: tries }, (_, count) => guess(count));
  await Promise.all(guesses);
  process.stdout.write(JSON.stringify({ found, lines }));
})();
`;

/** Only root can be another user; elsewhere it is counted as skipped. */
export async function otherUsers(victim: Victim, tally: Tally, tries: number): Promise<void> {
  if (process.geteuid?.() !== 0) return tally.count("skipped, since only root can be another user");
  const { url, dataDir, socket, token, agentToken } = victim;
  const given = JSON.stringify({ url, dataDir, socket, tries });
  const child = spawn(process.execPath, ["-e", program, given], {
    uid: SOMEBODY,
    gid: SOMEBODY,
    cwd: "/",
    env: {},
    stdio: ["ignore", "pipe", "pipe"],
  });
  const started = await once(child, "spawn").then(
    () => true,
    () => false,
  );
  if (!started) return tally.count("skipped, since others may not run this Node");
  let out = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (out += text));
  let err = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (err += text));
  const closed = once(child, "close");
  // The person is let in all the while.
  while (child.exitCode === null && child.signalCode === null) {
    const answer = await fetch(`${url}/api/settings`, { headers: { authorization: `Bearer ${token}` } });
    await answer.arrayBuffer();
    if (!answer.ok) tally.fail(`the person was answered ${answer.status} while another user tried tokens`);
    await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, 50))]);
  }
  await closed;
  if (out === "") return tally.fail(`the other user's program said nothing: ${err.slice(0, 500)}`);
  const { found, lines }: { readonly found: readonly string[]; readonly lines: string } = JSON.parse(out);
  for (const what of found) tally.fail(`another user ${what}`);
  for (const secret of [token, agentToken])
    if (lines.includes(secret)) tally.fail("a token stands in the arguments of a program");
  tally.count("tokens and codes tried by another user", tries);
}
