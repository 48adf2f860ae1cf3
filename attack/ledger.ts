import { isDeepStrictEqual } from "node:util";
import type { GameEvent } from "../src/shared/events.ts";
import type { LeagueReport } from "../src/shared/leagues.ts";
import { logOf, type Person } from "../test/support/person.ts";
import { heldAgainstGames } from "./league-results.ts";
import { type Answers, lasting } from "./records.ts";
import type { Tally } from "./tally.ts";

/** An event in one line: what can be told of it from the answer that acknowledged it. */
export function signature(event: Pick<GameEvent, "type"> & Partial<Record<string, unknown>>): string {
  const { type, seat, code, ply, message, name, next, outcome } = event;
  const parts = { movePlayed: [seat, code, ply], said: [seat, message], seatTaken: [seat, name] };
  const more: Partial<Record<string, readonly unknown[]>> = {
    ...parts,
    movesTakenBack: [seat, ply],
    rematchCreated: [next],
    gameOver: [JSON.stringify(outcome)],
    gameCreated: [],
  };
  return [type, ...(more[type] ?? [seat])].join(" ");
}

/** The events that hosts have acknowledged, game by game in the order of the answers. */
export interface Ledger {
  acknowledged(kind: string, gameId: string, event: string): void;
  /** Notes what was answered for what is kept as a whole, by the address at which the same is to be read again. */
  answered(kind: string, answers: Answers): void;
  /** Notes a league that was begun. */
  begun(leagueId: string): void;
  /** How many operations so far. */
  total(): number;
  /** How many of a kind so far. */
  of(kind: string): number;
  /**
   * Fails for each acknowledged operation that is not in the game's log, in its place, or is there twice, and for each
   * answer that is not the same any more. Looks at what has news, or at all.
   */
  check(person: Person, which: "changed" | "all"): Promise<void>;
  /** Waits until all leagues are over, and fails for one that says otherwise than its games, and for a record that is there twice. */
  close(person: Person): Promise<void>;
}

export function createLedger(tally: Tally): Ledger {
  const games = new Map<string, string[]>();
  const changed = new Set<string>();
  const answers: Answers = new Map();
  const fresh = new Set<string>();
  const leagues = new Set<string>();
  let total = 0;
  const count = (kind: string) => {
    total += 1;
    tally.count(`acknowledged: ${kind}`);
  };
  return {
    total: () => total,
    of: (kind) => tally.counts.get(`acknowledged: ${kind}`) ?? 0,
    begun: (leagueId) => {
      count("leagues begun");
      leagues.add(leagueId);
    },
    answered: (kind, told) => {
      count(kind);
      for (const [address, answer] of told) {
        answers.set(address, answer);
        fresh.add(address);
      }
    },
    acknowledged: (kind, gameId, event) => {
      count(kind);
      const events = games.get(gameId) ?? [];
      games.set(gameId, events);
      events.push(event);
      changed.add(gameId);
    },
    check: async (person, which) => {
      // Events acknowledged while a log is being read may be missing from it.
      const looked = [...(which === "all" ? games.keys() : changed)];
      changed.clear();
      for (const id of looked) {
        const expected = [...(games.get(id) ?? [])];
        const kept = (await logOf(person, id)).map(({ event }) => signature(event));
        let place = 0;
        for (const event of expected) {
          const found = kept.indexOf(event, place);
          if (found < 0) tally.fail(`game ${id} lost “${event}”: ${kept.join("; ")}`);
          else place = found + 1;
        }
        const once = kept.filter((event) => /^(?:said|gameOver|gameCreated|rematchCreated) /.test(`${event} `));
        if (new Set(once).size < once.length) tally.fail(`game ${id} has an event twice: ${kept.join("; ")}`);
        tally.count("acknowledged operations looked up after a restart", expected.length);
      }
      const addresses = [...(which === "all" ? answers.keys() : fresh)];
      fresh.clear();
      for (const address of addresses) {
        const { status, body } = await person.get(address);
        if (status !== 200) tally.fail(`what was answered is not there any more: ${address}: ${JSON.stringify(body)}`);
        else if (answers.get(address) !== null && !isDeepStrictEqual(lasting(body), answers.get(address)))
          tally.fail(
            `${address} reads otherwise: ${JSON.stringify(body)}, not ${JSON.stringify(answers.get(address))}`,
          );
        tally.count("whole answers read again after a restart");
      }
    },
    close: async (person) => {
      for (const id of leagues) {
        for (let version = 0, isOver = false; !isOver; ) {
          const { body } = await person.get(`/api/leagues/${id}/progress?after=${version}`);
          ({ version } = body);
          isOver = body.status !== "running";
        }
        const report: LeagueReport = (await person.get(`/api/leagues/${id}`)).body;
        if (report.status !== "complete") tally.fail(`league ${id} is ${report.status}`);
        await heldAgainstGames(person, report).catch((error) => tally.fail(`league ${id}: ${String(error)}`));
        tally.count("leagues held against their games");
      }
      const names = new Map<string, number>();
      for (let offset = 0, left = true; left; offset += 100) {
        const { body } = await person.get(`/api/history?search=line&limit=100&offset=${offset}`);
        for (const { players } of body.games) {
          const name = String(players.white?.name);
          if (/^line \d+$/.test(name)) names.set(name, (names.get(name) ?? 0) + 1);
        }
        left = body.games.length === 100;
      }
      for (const [name, times] of names) if (times > 1) tally.fail(`the record of ${name} is there ${times} times`);
      tally.count("records of which there is one", names.size);
    },
  };
}
