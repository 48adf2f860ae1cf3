import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { type Person, personAt } from "../test/support/person.ts";
import type { Tally } from "./tally.ts";
import type { Victim } from "./victim.ts";

const clock = { initial_seconds: 600, increment_seconds: 0 };
const made = async (person: Person): Promise<string> => {
  const players = { white: { kind: "human" }, black: { kind: "human" } };
  return (await person.post("/api/games", { players, clock })).body.game_id;
};

/**
 * Lets the host write to no file any more, as a full disk would, while moves are played: none may be acknowledged. Room
 * that the write-ahead log has already is none: after a checkpoint, commits fit in it.
 */
export async function fullDisk(victim: Victim, tally: Tally): Promise<void> {
  if (process.platform !== "linux") return;
  const person = personAt(victim);
  const limit = (most: 0 | "unlimited") =>
    execFileSync("prlimit", ["--pid", String(victim.pid), `--fsize=${most}:unlimited`]);
  const id = await made(person);
  limit(0);
  try {
    for (const [path, body] of [
      ["moves", { move: "e2e4" }],
      ["talk", { message: "full?" }],
      ["resign", { seat: "white" }],
    ] as const) {
      const { status, body: answer } = await person.post(`/api/games/${id}/${path}`, body);
      tally.count("operations refused by a full disk");
      if (status !== 507 || answer.error?.code !== "STORAGE_FAILED")
        tally.fail(`a full disk: ${status} ${JSON.stringify(answer).slice(0, 200)}`);
    }
  } finally {
    limit("unlimited");
  }
  const { status, body } = await person.post(`/api/games/${id}/moves`, { move: "e2e4" });
  if (status !== 200 || body.ply !== 1)
    tally.fail(`after a full disk: ${status} ${JSON.stringify(body).slice(0, 200)}`);
}

/** Holds the database locked as another program would: nothing else waits, and the move is kept when the lock is gone. */
export async function heldLock(victim: Victim, tally: Tally): Promise<void> {
  const person = personAt(victim);
  const id = await made(person);
  const other = new DatabaseSync(join(victim.dataDir, "kibitz.db"), { timeout: 5_000 });
  const from = performance.now();
  other.exec("BEGIN IMMEDIATE");
  const move = person.post(`/api/games/${id}/moves`, { move: "e2e4" });
  // On a busy machine there are fewer reads.
  const until = performance.now() + 1_000;
  for (let reads = 0; reads < 20 && (reads === 0 || performance.now() < until); reads += 1) {
    const { status } = await person.get(`/api/games/${id}`);
    tally.count("reads answered under another's lock");
    if (status !== 200) tally.fail(`under another's lock a read was answered ${status}`);
  }
  other.exec("COMMIT");
  other.close();
  const heldMs = performance.now() - from;
  const { status } = await move;
  // A lock that stays for seconds is refused, rightly.
  if (status === 507 && heldMs > 1_500) return;
  tally.count("moves kept after another's lock");
  if (status !== 200) tally.fail(`after another's lock: ${status}`);
}

/** Freezes the host as a sleeping machine would: the player to move is not charged for it. */
export async function frozenHost(victim: Victim, tally: Tally): Promise<void> {
  if (process.platform === "win32") return;
  const FROZEN_MS = 4_000;
  const person = personAt(victim);
  const id = await made(person);
  // The clocks run once both have moved.
  for (const move of ["d2d4", "d7d5"]) await person.post(`/api/games/${id}/moves`, { move });
  victim.inspect();
  victim.child.kill("SIGSTOP");
  await new Promise((resolve) => setTimeout(resolve, FROZEN_MS));
  victim.child.kill("SIGCONT");
  const { body } = await person.post(`/api/games/${id}/moves`, { move: "e2e4" });
  // By its answer to this, it has reported the standstill.
  await victim.held();
  victim.excuse();
  tally.count("freezes");
  const left = body.clock?.remaining_seconds?.white ?? 0;
  if (left < clock.initial_seconds - 2.5)
    tally.fail(`a host that was frozen for 4 s charged a player for it: ${left} s left`);
}
