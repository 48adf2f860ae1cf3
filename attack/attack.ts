import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { createChance } from "./chance.ts";
import { cheat } from "./cheating-referees.ts";
import { eavesdrop, keyInHand } from "./eavesdroppers.ts";
import { echoes } from "./echoes.ts";
import { floods } from "./floods.ts";
import { forgedForms } from "./forged-forms.ts";
import { fuzz } from "./fuzz.ts";
import { hostilePlayers } from "./hostile-players.ts";
import { kills } from "./kills.ts";
import { otherUsers } from "./other-users.ts";
import { stalledReaders } from "./readers.ts";
import { shutDownUnderLoad } from "./shutdown.ts";
import type { Tally } from "./tally.ts";
import { frozenHost, fullDisk, heldLock } from "./trouble.ts";
import { expectRelease, startVictim } from "./victim.ts";

export interface AttackOptions {
  readonly dir: string;
  readonly tally: Tally;
  readonly seed: number;
  /** Null for the short form. */
  readonly minutes: number | null;
}

/** Attacks real headless hosts from outside, through every door. What it did and found is in the tally. */
export async function attack({ dir, tally, seed, minutes }: AttackOptions): Promise<void> {
  const chance = createChance(seed);
  const from = performance.now();
  const until = (share: number) => () => performance.now() - from < (minutes ?? 0) * share * 60_000;
  const folder = (name: string) => {
    const path = join(dir, name);
    mkdirSync(path, { recursive: true, mode: 0o700 });
    return path;
  };

  const short = minutes === null;
  const goesOn = short ? (killed: number) => killed < 1 : until(0.4);
  await kills({ dataDir: folder("kills"), tally, chance, workers: short ? 5 : 10, atDesk: short ? 0 : 10, goesOn });

  const victim = await startVictim(folder("others"), tally, keyInHand);
  try {
    await fullDisk(victim, tally);
    await heldLock(victim, tally);
    for (let round = 0; round < (short ? 3 : 200); round += 1) echoes(chance, tally);
    await otherUsers(victim, tally, short ? 40 : 2_000);
    if (!short) await frozenHost(victim, tally);
    await forgedForms(victim, tally);
    await eavesdrop(victim, tally);
    await floods(victim, tally, short ? 100 : 1_000);
    const before = await victim.held();
    await fuzz({ host: victim, chance, tally }, short ? (round) => round < 15 : until(0.8));
    if (!short) await expectRelease(victim, before, tally, "fuzz");
    if (short) await stalledReaders({ victim, tally, streams: 5, events: 60, goesOn: () => true });
    else await stalledReaders({ victim, tally, streams: 200, events: 9_000, goesOn: until(1) });
    await hostilePlayers({ victim, tally, each: short ? 1 : 3, moves: short ? 24 : 2_000, timed: false });
    await shutDownUnderLoad({ victim, tally, clients: short ? 2 : 20, timed: false });
    victim.inspect();
  } finally {
    await victim.stop();
  }
  if (!short) {
    const { asHonest, thefts } = await cheat(folder("cheats"), 20, 20, seed);
    tally.count("leagues with cheating referees that went as without them", asHonest);
    tally.count("thefts refused to referees", thefts);
  }
  if (victim.child.exitCode !== 0) tally.fail(`the host ended with ${victim.child.exitCode}`);
}
