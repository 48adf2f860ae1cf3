import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import type { GameDetail } from "../../src/shared/api.ts";
import { awake, type HostLine, hostProgramIn, startHost } from "../../test/support/host-process.ts";
import { eventsOf, personAt } from "../../test/support/person.ts";
import type { Launched } from "./launch.ts";
import type { Seen, Tap } from "./tap.ts";

/** The processes that may be killed while the person thinks; a killed host is started again. */
export const killable = ["host", "shim", "both"] as const;
export type Kill = (typeof killable)[number];

/** Milliseconds between two keys. */
const KEY_MS = 300;
/** The seat of the person; the agent has the other one. */
const SEAT = "black";

/** A Kibitz for one match. */
export interface Kibitz {
  current(): HostLine;
  kill(what: Kill, shim: number | undefined): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

export async function startKibitz(checkout: string, dataDir: string): Promise<Kibitz> {
  const program = hostProgramIn(checkout);
  const first = await startHost(dataDir, awake, [], program);
  let host: HostLine = first;
  return {
    current: () => host,
    kill: async (what, shim) => {
      // The shim first: it would start a host, and take it along.
      if (what !== "host" && shim !== undefined) process.kill(shim, "SIGKILL");
      if (what !== "shim") await first.kill();
      if (what !== "shim") host = await restart(program, dataDir);
    },
    [Symbol.asyncDispose]: async () => {
      await first.stop();
      try {
        if (host !== first) process.kill(host.pid);
      } catch {
        // It has ended with the program whose shim started it.
      }
    },
  };
}

/** Starts a host, or finds the one that the shim has started meanwhile. */
async function restart(program: string, dataDir: string): Promise<HostLine> {
  const child = spawn(process.execPath, [program, "--json", "--port", "0", "--data-dir", dataDir], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  const [line] = await once(createInterface({ input: child.stdout }), "line");
  return JSON.parse(line);
}

/** The newest game, as the person sees it; null where there is none. */
export async function latestGame(host: HostLine): Promise<GameDetail | null> {
  const { body } = await personAt(host).get("/api/games");
  const [first] = body.games;
  return first ? (await personAt(host).get(`/api/games/${first.game_id}`)).body : null;
}

/** How a person plays. */
export interface Playing {
  readonly kibitz: Kibitz;
  readonly launched: Launched;
  readonly tap: Tap;
  /** Seconds of thought about the first move, and about the later ones. */
  readonly thoughts: readonly [number, number];
  /** Whether they answer forms in the terminal, or move on the board. */
  readonly inTerminal: boolean;
  /** They resign once so many plies are played. */
  readonly plies: number;
  /** Happens half-way through the first thought. */
  readonly kill: Kill | null;
  readonly signal: AbortSignal;
  /** Called with each move as it is made. */
  readonly moved: (code: string) => void;
}

/** Plays until the game is over. The board is opened after the first thought, as by somebody who was given its address. */
export async function playAsPerson(playing: Playing): Promise<void> {
  const { kibitz, launched, tap, thoughts, inTerminal, plies, kill, signal, moved } = playing;
  for (let move = 0; ; move += 1) {
    const from = launched.output().length;
    if (inTerminal) {
      await tap.until(({ forms }) => forms.size > move);
      await launched.written("Your move", from);
    } else if (move === 0) await tap.until(({ calls }) => calls.includes("finishTurn"));
    else await turnOf(kibitz.current());
    const ms = (thoughts[move] ?? thoughts[1]) * 1000;
    const isKilled = kill !== null && move === 0;
    await pause(isKilled ? ms / 2 : ms, null, { signal });
    if (isKilled) {
      await kibitz.kill(kill, tap.seen.shims.at(-1));
      await pause(ms / 2, null, { signal });
    }
    const host = kibitz.current();
    if (move === 0 && !inTerminal) keepOpen(host, signal);
    const game = inTerminal ? await latestGame(host) : await turnOf(host);
    if (!game || game.result) return;
    const answer =
      game.ply >= plies ? null : (game.legal_moves[Math.floor(Math.random() * game.legal_moves.length)] ?? null);
    const path = `/api/games/${game.game_id}`;
    if (answer === null) {
      // At the board, since forms are for moves alone.
      await personAt(host).post(`${path}/resign`, { seat: SEAT });
      return;
    }
    if (inTerminal) {
      launched.type(answer);
      await launched.written(answer, from);
    }
    moved(answer);
    if (inTerminal) {
      // Enter leads from the field to the button, and presses it; the form takes a moment to be ready for the next key.
      const isAnswered = ({ forms }: Seen) => [...forms.values()][move]?.action !== "open";
      while (!isAnswered(tap.seen)) {
        launched.type("\r");
        await Promise.race([tap.until(isAnswered), pause(KEY_MS, null, { signal })]);
      }
    } else await personAt(host).post(`${path}/moves`, { seat: SEAT, move: answer });
  }
}

/** The game once it is the person's turn in it, or over. */
async function turnOf(host: HostLine): Promise<GameDetail | null> {
  const game = await latestGame(host);
  return game && personAt(host).turn(game.game_id, SEAT);
}

/** Listens to events as an open window does, until the host ends. */
async function keepOpen(host: HostLine, signal: AbortSignal): Promise<void> {
  try {
    for await (const _ of eventsOf(host)) if (signal.aborted) return;
  } catch {
    // The host has ended.
  }
}
