import type { ChatBoardState } from "../../shared/chat-board.ts";
import { isFields } from "../../shared/fields.ts";
import type { ToolAnswer, WatchArguments } from "./host/chat-host.ts";
import { isState } from "./seed.ts";

/** Seconds for which Kibitz holds a request without news. */
const HOLD_SECONDS = 25;
/** Milliseconds after which the host has lost a request. */
const PATIENCE_MS = 40_000;
/** Pauses between attempts without an answer, in milliseconds; the last one is repeated. */
const RETRY_PAUSES = [1_000, 2_000, 4_000, 8_000, 15_000] as const;

export interface Following {
  readonly watch: (args: WatchArguments) => Promise<ToolAnswer>;
  /** Arguments of each request besides the place in the log. */
  readonly identity: () => Pick<WatchArguments, "game_id" | "seat_token" | "wakes">;
  readonly current: () => ChatBoardState;
  /** Whether the agent may have to be woken, which is checked after the end of the game too. */
  readonly mayWake: () => boolean;
  /** The answer may contain the token for the next position, or the state of the agent. */
  readonly onState: (state: ChatBoardState, answer: ToolAnswer) => void;
  /** No answer, or `gone`: the game does not exist any more. */
  readonly onFailure: (kind: "lost" | "gone", message: string) => void;
  /** Resolves when the board is visible. */
  readonly whenVisible: () => Promise<void>;
  readonly isClosed: () => boolean;
}

/** Keeps a board current until the game is over: one request at a time, and none while the board is hidden. */
export async function followGame(following: Following): Promise<void> {
  const { watch, identity, current, mayWake, onState, onFailure, whenVisible, isClosed } = following;
  let failures = 0;
  let isCurrent = false;
  while (!isClosed() && (current().result === null || mayWake())) {
    await whenVisible();
    // At first, and after a failure, asks for an immediate answer: it shows that the host is back.
    const after = isCurrent ? { after: current().event_id, timeout_seconds: HOLD_SECONDS } : {};
    const answer = await Promise.race([watch({ ...identity(), ...after }), answerTimeout(PATIENCE_MS)]);
    const state = stateIn(answer);
    isCurrent = state !== null;
    if (state) {
      failures = 0;
      onState(state, answer);
      continue;
    }
    const message = answer.kind === "refused" || answer.kind === "unreachable" ? answer.message : "No answer";
    if (answer.kind === "refused" && answer.code === "GAME_NOT_FOUND") return onFailure("gone", message);
    onFailure("lost", message);
    await pause(RETRY_PAUSES[Math.min(failures, RETRY_PAUSES.length - 1)] ?? 0);
    failures += 1;
  }
}

/** The position in an answer of `watchBoard`: as the person may see it, or else as everybody may. */
export function stateIn(answer: ToolAnswer): ChatBoardState | null {
  if (answer.kind !== "answered") return null;
  if (answer.board) return answer.board.state;
  if (!isFields(answer.content)) return null;
  const { board } = answer.content;
  return isState(board) ? board : null;
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
export const answerTimeout = (ms: number): Promise<ToolAnswer> =>
  pause(ms).then(() => ({ kind: "unreachable", message: "The chat did not answer in time" }));
