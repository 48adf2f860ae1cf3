import { setTimeout as pass } from "node:timers/promises";
import { isOfStore } from "../src/shared/result.ts";
import { type Agent, type Answer, type ClientKind, connect, kinds } from "../test/support/agents.ts";
import { type Arena, Struck } from "./arena.ts";
import type { Chance } from "./chance.ts";
import { signature } from "./ledger.ts";
import type { Tally } from "./tally.ts";
import type { Scene } from "./unattended.ts";
import type { Victim } from "./victim.ts";

/** Milliseconds after which a client gives a call up, beyond the time that the call may take: some are impatient. */
const PATIENCE_MS = [3_000, 12_000] as const;
const WAIT_SECONDS = 8;
/** Longest that a wait at one host may miss a move at another, where nobody was struck: it looks by itself after two seconds. */
const WAKE_MS = 7_000;
const PLIES = 14;

interface WandererOptions {
  readonly arena: Arena;
  readonly tally: Tally;
  readonly chance: Chance;
  readonly kind: ClientKind;
}

type Identity = Readonly<{ game_id: string; seat_token: string }>;

/** An agent with a real client, which goes on at another host where its own does not answer. */
function createWanderer({ arena, tally, chance, kind }: WandererOptions) {
  let host: Victim | null = null;
  let agent: Agent | null = null;
  let closed = false;

  const goElsewhere = () => {
    // Its host may never answer that.
    agent?.close().catch(() => {});
    agent = null;
    host = null;
  };
  /** The answer, or null where the host was struck and there is none. */
  const ask = async (tool: string, args: Record<string, unknown>, seconds = 0): Promise<Answer | null> => {
    if (closed) throw new Struck("nobody is there any more");
    const from = performance.now();
    host ??= await arena.someone();
    const asked = host;
    const patience = chance.of(PATIENCE_MS);
    try {
      agent ??= await arena.asking("to connect", asked, connect(asked, "http", kind, "wanderer"));
      const timeout = patience + seconds * 1000;
      return await arena.asking(`${tool} ${args["game_id"]}`, asked, agent.call(tool, args, { timeout }));
    } catch (error) {
      if (patience < Math.max(...PATIENCE_MS))
        tally.count("calls that somebody impatient gave up, or that a strike ended");
      else if (!closed && !arena.excuses(asked, from))
        tally.fail(`no answer of a host that nobody struck: ${tool}: ${reasonOf(error)}`);
      goElsewhere();
      return null;
    }
  };
  /** Whether it is refused for what befell its host or the database. */
  const isStruck = (answer: Answer, from: number) => isStorage(answer) && (host === null || arena.excuses(host, from));

  return {
    ask,
    goElsewhere,
    close: () => {
      closed = true;
      goElsewhere();
    },

    /** For what cannot be asked twice: rejects with `Struck` where nobody knows whether it was done. */
    once: async (tool: string, args: Record<string, unknown>): Promise<Answer["data"]> => {
      const from = performance.now();
      const answer = await ask(tool, args);
      if (answer === null) throw new Struck(tool);
      if (!answer.isError) return answer.data;
      throw isStruck(answer, from) ? new Struck(tool) : new Error(`${tool}: ${answer.text}`);
    },

    /** Plays one of two moves, and gives which. Where it is told that nothing happened, it may choose the other one. */
    move: async (seat: Identity, ply: number, moves: readonly [string, string]) => {
      let played = moves[0];
      let inDoubt = false;
      for (;;) {
        const from = performance.now();
        const answer = await ask("finishTurn", { ...seat, move: played, ply });
        // It may be played yet: whoever asks again asks for the same.
        if (answer === null) inDoubt = true;
        else if (!answer.isError) return { played, over: answer.data.status === "game_over" };
        else if (!isStruck(answer, from)) throw new Error(`${played} at ply ${ply}: ${answer.text}`);
        else {
          tally.count("moves refused under a strike");
          if (!/did not happen/.test(answer.text)) inDoubt = true;
          if (!inDoubt) played = chance.of(moves);
          if (chance.below(2) === 0) goElsewhere();
          await pass(50);
        }
      }
    },

    /** Waits until it may move at `ply` or the game is over. `movedAt` returns when the opponent's move was acknowledged. */
    turn: async (seat: Identity, ply: number, movedAt: () => number | null) => {
      for (;;) {
        const from = performance.now();
        const args = { ...seat, timeout_seconds: WAIT_SECONDS };
        const answer = await ask("waitForNextTurn", args, WAIT_SECONDS);
        if (answer === null) continue;
        const moved = movedAt() ?? Number.POSITIVE_INFINITY;
        const late = performance.now() - moved;
        if (answer.isError && isStruck(answer, from)) await pass(50);
        else if (answer.isError) throw new Error(`waitForNextTurn: ${answer.text}`);
        else if (answer.data.status === "game_over") return;
        else if (answer.data.status === "your_turn") {
          if (answer.data.ply < ply) tally.fail(`told that it may move at ply ${answer.data.ply}, which was past`);
          return;
        } else if (answer.data.status !== "timeout") tally.count("waits that ended though nobody had moved");
        else if (late > WAKE_MS && host && !arena.excuses(host, Math.min(from, moved)))
          tally.fail(`a wait slept through a move for ${Math.round(late)} ms`);
      }
    },
  };
}

const reasonOf = (error: unknown): string =>
  error instanceof Error ? `${String(error)} (${String(error.cause ?? "no cause")})` : String(error);

const isStorage = ({ data }: Answer): boolean => isOfStore(data?.error?.code ?? "");

/** Two agents at one board, each with a real client at any host. Every request is answered one way, wherever it is asked again. */
export async function wanderers({ arena, tally, chance, ledger }: Scene): Promise<void> {
  const [one, two] = [0, 1].map(() => createWanderer({ arena, tally, chance, kind: chance.of(kinds) }));
  if (!one || !two) return;
  try {
    const made = await one.once("createGame", { type: "agent", name: "One" });
    const id: string = made.game_id;
    ledger.acknowledged("games made", id, signature({ type: "gameCreated" }));
    const join_code = /join_code "([^"]+)"/.exec(made.join_prompt ?? "")?.[1];
    const joined = await two.once("joinGame", { game_id: id, name: "Two", join_code });
    ledger.acknowledged("joins", id, signature({ type: "seatTaken", seat: "black", name: "Two" }));
    const sides = [
      { agent: one, seat: "white", identity: { game_id: id, seat_token: made.seat_token }, ...knights("1") },
      { agent: two, seat: "black", identity: { game_id: id, seat_token: joined.seat_token }, ...knights("8") },
    ] as const;
    for (let ply = 0; ply < PLIES; ply += 1) {
      const [mover, next] = ply % 2 === 0 ? sides : [sides[1], sides[0]];
      let movedAt: number | null = null;
      const waiting = next.agent.turn(next.identity, ply + 1, () => movedAt);
      // Where the mover is refused nobody looks at the wait any more, which ends with the wanderer.
      waiting.catch(() => {});
      const { played, over } = await mover.agent.move(mover.identity, ply, mover.moves(chance));
      movedAt = performance.now();
      mover.made(played);
      const event = signature({ type: "movePlayed", seat: mover.seat, code: played, ply: ply + 1 });
      ledger.acknowledged("moves of agents that go from host to host", id, event);
      await waiting;
      if (over) return;
      if (chance.below(4) === 0) mover.agent.goElsewhere();
      if (chance.below(4) > 0) continue;
      const again = await mover.agent.ask("finishTurn", { ...mover.identity, move: played, ply });
      if (again === null || isStorage(again)) continue;
      tally.count("requests asked again elsewhere");
      if (again.data.repeated !== ply + 1)
        tally.fail(`${played} at ply ${ply} of game ${id} was answered another way: ${again.text}`);
    }
  } finally {
    for (const each of [one, two]) each.close();
  }
}

/** Two knights that go out and home again: at each moment there is a move with either, and all of them are legal. */
function knights(rank: "1" | "8") {
  const third = rank === "1" ? "3" : "6";
  const at = new Map([
    ["b", "a"],
    ["g", "h"],
  ]);
  const out = new Set<string>();
  const move = (file: string) => {
    const [home, away] = [`${file}${rank}`, `${at.get(file)}${third}`];
    return out.has(file) ? `${away}${home}` : `${home}${away}`;
  };
  return {
    moves: (chance: Chance): [string, string] =>
      chance.below(2) === 0 ? [move("b"), move("g")] : [move("g"), move("b")],
    made: (played: string) => {
      const file = [...at.keys()].find((each) => move(each) === played) ?? "";
      if (!out.delete(file)) out.add(file);
    },
  };
}
