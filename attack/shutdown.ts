import { callModern, modernHeaders, modernRequest, openSession, postRaw } from "../test/journeys/raw.ts";
import { personAt } from "../test/support/person.ts";
import { saysDead } from "./doors.ts";
import type { Tally } from "./tally.ts";
import type { Victim } from "./victim.ts";

/** Milliseconds within which a host that is to end has ended. */
const END_MS = 2_000;
/** Answers of every client before the host is told to end. */
const WARM = 3;

export interface ShutdownOptions {
  readonly victim: Victim;
  readonly tally: Tally;
  /** Of each kind. */
  readonly clients: number;
  /** Whether it has to end in time, as on a machine that has nothing else to do. */
  readonly timed: boolean;
}

/**
 * Ends a host while clients of every kind ask as fast as they can: each is answered, is told that the host closes, or
 * finds nobody there. Gives how long the end took, in milliseconds.
 */
export async function shutDownUnderLoad({ victim, tally, clients, timed }: ShutdownOptions): Promise<number> {
  const person = personAt(victim);
  const warm: Promise<void>[] = [];
  const judge = (what: string, status: number, said: string) => {
    const isClosing = said.includes("HOST_CLOSING");
    tally.count(isClosing ? "shutdown: told that the host closes" : "shutdown: requests answered");
    if (!isClosing && (status >= 500 || /^\{"(error"|result":\{[^{}]*"isError":true)/.test(said)))
      tally.fail(`at its end the host answers ${what} with ${status}: ${said.slice(0, 300)}`);
  };
  const client = (what: string, ask: () => Promise<{ status: number; text: string }>) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    warm.push(promise);
    return (async () => {
      try {
        for (let answers = 1; ; answers += 1) {
          const { status, text } = await ask();
          judge(what, status, text);
          if (answers === WARM) resolve();
        }
      } catch (error) {
        if (!saysDead(error)) tally.fail(`at its end the host breaks ${what}: ${String(error)}`);
        tally.count("shutdown: clients that found nobody there");
      } finally {
        resolve();
      }
    })();
  };
  const running: Promise<void>[] = [];
  for (let number = 0; number < clients; number += 1) {
    const session = await openSession(victim);
    const game = { game: "odd-even", type: "computer" };
    running.push(
      client("tools", () => callModern(victim, "createGame", game)),
      client("league.v1", () => callModern({ ...victim, mcp: `${victim.url}/league.v1` }, "match_result", {})),
      client("sessions", () => session.call("listGames", {})),
      client("lists", () => postRaw(victim, JSON.stringify(modernRequest("tools/list")), modernHeaders("tools/list"))),
      client("the API", async () => {
        const { status, body } = await person.get("/api/games");
        return { status, text: JSON.stringify(body) };
      }),
    );
  }
  await Promise.all(warm);
  const from = performance.now();
  await victim.stop();
  const took = performance.now() - from;
  await Promise.all(running);
  tally.count("shutdowns under load");
  if (timed && took > END_MS) tally.fail(`under load the host takes ${Math.round(took)} ms to end`);
  return took;
}
