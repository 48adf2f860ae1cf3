import { isFields } from "../../../shared/fields.ts";
import { type ChatHost, type ParentWindow, readToolResult, type ToolAnswer } from "./chat-host.ts";

/** The messages that identify an mcp-ui host (@mcp-ui/client 5.x). */
const types: readonly unknown[] = ["ui-lifecycle-iframe-render-data", "ui-message-received", "ui-message-response"];

/** Milliseconds between two questions, and the most questions. */
const ASK_AGAIN_MS = 250;
const MOST_QUESTIONS = 16;

/**
 * Asks the parent window whether it speaks mcp-ui; resolves only when it does, with the initial state. Asks more than
 * once: a host may begin to listen after its frame has loaded.
 */
export const meetMcpUiHost = (parent: ParentWindow): Promise<() => ChatHost> =>
  new Promise((resolve) => {
    let requestCount = 0;
    const ask = () => {
      requestCount += 1;
      if (requestCount >= MOST_QUESTIONS) clearInterval(timer);
      parent.post({ type: "ui-lifecycle-iframe-ready" });
      // Answered even where there is nothing to render with.
      parent.post({ type: "ui-request-render-data" });
    };
    const timer = setInterval(ask, ASK_AGAIN_MS);
    parent.listen((message) => {
      if (!isFields(message) || !types.includes(message.type)) return;
      clearInterval(timer);
      resolve(() => mcpUiHost(parent));
    });
    ask();
  });

/** The page was opened on its own, where nobody carries a move. Older hosts add to it what they can. */
export const noHost: ChatHost = {
  call: async () => ({ kind: "unreachable", message: "This page works only in a chat: open the board there" }),
  watch: null,
  wake: null,
  showAs: null,
  saveFile: null,
  openLink: null,
  tellModel: () => {},
  resize: () => {},
};

function mcpUiHost(parent: ParentWindow): ChatHost {
  const waiting = new Map<string, (answer: ToolAnswer) => void>();
  let last = 0;
  parent.listen((message) => {
    if (!isFields(message) || message.type !== "ui-message-response") return;
    const { messageId, payload } = message;
    if (typeof messageId !== "string") return;
    const settle = waiting.get(messageId);
    waiting.delete(messageId);
    settle?.(readResponse(payload));
  });
  return {
    ...noHost,
    call: ({ tool, args }) =>
      new Promise((resolve) => {
        last += 1;
        const messageId = `call-${last}`;
        waiting.set(messageId, resolve);
        parent.post({ type: "tool", payload: { toolName: tool, params: args }, messageId });
      }),
    wake: async (prompt) => {
      parent.post({ type: "prompt", payload: { prompt } });
      return true;
    },
    resize: (height) => parent.post({ type: "ui-size-change", payload: { height } }),
  };
}

/** The return value of the host's handler: often the tool's result, often nothing. */
function readResponse(payload: unknown): ToolAnswer {
  if (!isFields(payload)) return { kind: "handed-over" };
  if (payload.error !== undefined && payload.error !== null)
    return { kind: "unreachable", message: "The chat could not pass it on" };
  return readToolResult(payload.response) ?? { kind: "handed-over" };
}

/** A host of which nothing is known, except that it may listen for the contract's plain message. */
export const actionHost = (parent: ParentWindow): ChatHost => ({
  ...noHost,
  call: async ({ tool, args }) => {
    parent.post({ type: "action", action: tool, payload: args });
    return { kind: "handed-over" };
  },
});
