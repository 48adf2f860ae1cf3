import { type AwakeTime, awakeTime } from "../base/awake-time.ts";
import type { Log } from "../base/log.ts";
import type { Leagues } from "./leagues.ts";
import { isOver, isSetAside, type League } from "./machine/league.ts";

/** Milliseconds after which a host that directs a league has proved stable. */
const STOOD_MS = 600_000;

/**
 * Counts the hosts in a row that ended without closing while they directed a league with servers or models among its
 * players: such a player may have brought them down, and would bring down the next one. The count is the league's own
 * and kept before any player is called, so that hosts of one database have it in common. After three of them the league
 * is set aside.
 */
export function createRunAttempts(
  { asDirector }: Pick<Leagues, "asDirector">,
  log: Log,
  { after }: Pick<AwakeTime, "after"> = awakeTime,
) {
  /** The leagues that this host is counted for, each with a function that cancels the end of its probation. */
  const ours = new Map<string, () => void>();
  const settle = async (id: string, hosts: 0 | 1): Promise<void> => {
    // A count that cannot be stored uses up one of the three attempts.
    await asDirector.act(id, { type: "settle", hosts }).catch(() => {});
  };
  const note = (league: League): void => {
    const { id, undertaken } = league;
    const counts = undertaken > 0 && !isOver(league) && !isSetAside(league);
    if (counts === ours.has(id)) return;
    ours.get(id)?.();
    ours.delete(id);
    const stand = () => void settle(id, 1);
    if (counts) ours.set(id, after(STOOD_MS, stand));
  };
  return {
    /** Takes in the state of a league that this host directs. */
    note,
    /** Counts this host, once in its life, or sets the league aside. */
    begin: async (id: string) => {
      if (ours.has(id)) return;
      const attempt = await asDirector.act(id, { type: "undertake" });
      if (!attempt.ok) return;
      const { league } = attempt.value;
      note(league);
      if (isSetAside(league)) log.error(`league ${id} is paused: ${whySetAside}`, { league: id });
    },
    /** Records that this host closes in good order. */
    close: async () => {
      const ids = [...ours.keys()];
      for (const callOff of ours.values()) callOff();
      ours.clear();
      await Promise.all(ids.map((id) => settle(id, 0)));
    },
  };
}

/** The reason why a league was set aside, for the person. */
export const whySetAside =
  "Kibitz broke off three times in a row while this league was played, and one of its players that are servers or models may " +
  "be the reason. Resume it if you trust them, or cancel it";
