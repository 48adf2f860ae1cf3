import type { ChatBoardState } from "../../shared/chat-board.ts";
import type { ToolAnswer, WatchArguments } from "./host/chat-host.ts";
import { isFields, isState } from "./seed.ts";
import * as strings from "./strings.ts";

/** How long Kibitz holds a question without news, in seconds. */
const HOLD_SECONDS = 25;
/** After this the host has lost the question, in milliseconds. */
const PATIENCE_MS = 40_000;
/** Pauses between attempts while nobody answers, in milliseconds; the last one goes on. */
const pauses = [1_000, 2_000, 4_000, 8_000, 15_000] as const;

export interface Following {
  readonly watch: (args: WatchArguments) => Promise<ToolAnswer>;
  /** Arguments of each request besides the place in the log. */
  readonly identity: () => Pick<WatchArguments, "game_id" | "seat_token" | "wakes">;
  /** Hears of each answer that may bring the right to move on from the next position, or says how it is with the agent. */
  readonly renewed: (answer: ToolAnswer) => void;
  readonly current: () => ChatBoardState;
  /** Whether the agent may have to be woken: that is asked for also where the game is over. */
  readonly mayWake: () => boolean;
  readonly heard: (state: ChatBoardState) => void;
  readonly lost: (message: string) => void;
  /** The game is not there any more. */
  readonly gone: (message: string) => void;
  /** Resolves when somebody can see the board. */
  readonly seen: () => Promise<void>;
  readonly closed: () => boolean;
}

/** Keeps a board current until the game is over: one question at a time, and none while nobody looks. */
export async function follow(following: Following): Promise<void> {
  const { watch, identity, renewed, current, mayWake, heard, lost, gone, seen, closed } = following;
  let failures = 0;
  while (!closed() && (current().result === null || mayWake())) {
    await seen();
    // After a failure the answer comes at once, which shows that somebody is there again.
    const after = failures === 0 ? { after: current().event_id, timeout_seconds: HOLD_SECONDS } : {};
    const answer = await Promise.race([watch({ ...identity(), ...after }), answerTimeout(PATIENCE_MS)]);
    const state = stateIn(answer);
    if (state) {
      renewed(answer);
      failures = 0;
      heard(state);
      continue;
    }
    const message = answer.kind === "refused" || answer.kind === "unreachable" ? answer.message : strings.noAnswerAtAll;
    if (answer.kind === "refused" && answer.code === "GAME_NOT_FOUND") return gone(message);
    lost(message);
    await pause(pauses[Math.min(failures, pauses.length - 1)] ?? 0);
    failures += 1;
  }
}

/** The position in an answer of `watchBoard`: as the person may see it, or else as everybody may. */
export function stateIn(answer: ToolAnswer): ChatBoardState | null {
  if (answer.kind !== "answered") return null;
  if (answer.board) return answer.board.state;
  if (!isFields(answer.structured)) return null;
  const { board } = answer.structured;
  return isState(board) ? board : null;
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
export const answerTimeout = (ms: number): Promise<ToolAnswer> =>
  pause(ms).then(() => ({ kind: "unreachable", message: strings.noAnswerInTime }));
