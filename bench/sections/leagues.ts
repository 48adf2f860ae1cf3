import type { Section } from "../section.ts";
import { runBare, runMarathon } from "../support/marathon.ts";

const marathon = { players: 80, rounds: 250, concurrency: 32 };

const mib = (bytes: number): number => bytes / 2 ** 20;

/** The cost of a league on top of its games' rules and commits, and the time that many leagues leave for others. */
export const leagues: Section = {
  name: "leagues",
  title: "10,000 odd/even matches between strategies, 32 at once, against bare rules and commits",
  run: async (say) => {
    say("10,000 matches from the command line");
    // A disk is quick in one moment and slow in the next: the bare matches come before and after.
    const bareSeconds = (share: "turn" | "game") =>
      runBare({ matches: (marathon.players / 2) * marathon.rounds, concurrency: marathon.concurrency, share });
    const before = { turn: bareSeconds("turn"), game: bareSeconds("game") };
    const { matches, seconds, resident, needed, wrong, moves } = await runMarathon(marathon);
    if (wrong.length > 0) throw new Error(`${wrong.length} results are wrong: ${wrong.slice(0, 5).join("; ")}`);
    say(`${matches} matches with ${moves} moves in ${seconds.toFixed(1)} s, no result counted twice`);
    const bare = (share: "turn" | "game") => (before[share] + bareSeconds(share)) / 2;
    const perSecond = (time: number) => matches / time;
    const at = (share: number) => resident[Math.min(resident.length - 1, Math.floor(share * resident.length))] ?? 0;
    return [
      {
        name: "matches, 32 at once",
        value: perSecond(seconds),
        unit: "per s",
        against: { name: "bare rules and commits", value: perSecond(bare("turn")) },
      },
      {
        name: "the same",
        value: perSecond(seconds),
        unit: "per s",
        against: { name: "bare, a game a commit", value: perSecond(bare("game")) },
      },
      {
        name: "heap without garbage near the end",
        value: mib(needed[1]?.heap ?? Number.NaN),
        unit: "MiB",
        against: { name: "after a fifth", value: mib(needed[0]?.heap ?? Number.NaN) },
      },
      {
        name: "resident memory without garbage near the end",
        value: mib(needed[1]?.resident ?? Number.NaN),
        unit: "MiB",
        against: { name: "after a fifth", value: mib(needed[0]?.resident ?? Number.NaN) },
      },
      {
        name: "resident memory at the end, with garbage",
        value: mib(at(1)),
        unit: "MiB",
        against: { name: "after a fifth", value: mib(at(0.2)) },
      },
    ];
  },
};
