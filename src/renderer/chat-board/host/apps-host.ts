import type * as extApps from "@modelcontextprotocol/ext-apps";
import type { ChatBoardSeed } from "../../../shared/chat-board.ts";
import { type Fields, isFields } from "../../../shared/fields.ts";
import { version } from "../../../shared/version.ts";
import { seedIn } from "../seed.ts";
import { type ChatHost, type Mode, type ParentWindow, readToolResult, type ToolAnswer } from "./chat-host.ts";

type RpcAnswer = { readonly ok: true; readonly result: unknown } | { readonly ok: false; readonly message: string };

type Rpc = ReturnType<typeof openRpc>;

const METHOD_NOT_FOUND = -32601;

/** JSON-RPC 2.0 with the parent window, as in MCP Apps (specification 2026-01-26, “Transport”). */
function openRpc(parent: ParentWindow, news: AppsNews) {
  const waiting = new Map<number, (answer: RpcAnswer) => void>();
  let last = 0;

  parent.listen((message) => {
    if (!isFields(message) || message.jsonrpc !== "2.0") return;
    const { id, method, params } = message;
    if (typeof method === "string") {
      if (id === undefined) return onNotification(news, method, params);
      const isLast = method === "ui/resource-teardown";
      if (isLast) news.leaving();
      const isKnown = isLast || method === "ping";
      const answer = isKnown ? { result: {} } : { error: { code: METHOD_NOT_FOUND, message: "Method not found" } };
      return parent.post({ jsonrpc: "2.0", id, ...answer });
    }
    if (typeof id !== "number") return;
    const settle = waiting.get(id);
    // A second answer is ignored.
    waiting.delete(id);
    if ("error" in message) settle?.({ ok: false, message: rpcErrorMessage(message.error) });
    else settle?.({ ok: true, result: message.result });
  });

  return {
    /** Resolves with the first answer; never if none comes. */
    request: (method: string, params: object) =>
      new Promise<RpcAnswer>((resolve) => {
        last += 1;
        waiting.set(last, resolve);
        parent.post({ jsonrpc: "2.0", id: last, method, params });
      }),
    notify: (method: string, params: object) => parent.post({ jsonrpc: "2.0", method, params }),
  };
}

const rpcErrorMessage = (error: unknown): string =>
  isFields(error) && typeof error.message === "string" ? error.message : "The host gave no reason";

export interface AppsNews {
  /** The result of the tool that opened the page; null where it brings no board. */
  readonly onResult: (seed: ChatBoardSeed | null) => void;
  /** Theme, styles and size, or the changed ones of them. */
  readonly onContext: (context: Fields) => void;
  /** The host is about to remove the page. */
  readonly leaving: () => void;
}

/** The protocol's own messages, of its 2026-01-26 revision; the library's types keep us to it. */
const initializeParams = {
  appInfo: { name: "kibitz-board", title: "Kibitz board", version },
  appCapabilities: { availableDisplayModes: ["inline", "fullscreen"] },
  protocolVersion: "2026-01-26",
} satisfies extApps.McpUiInitializeRequest["params"];

/** Asks the parent window whether it speaks MCP Apps; resolves only when it does, with the initial state. */
export async function meetAppsHost(parent: ParentWindow, news: AppsNews): Promise<() => ChatHost> {
  const rpc = openRpc(parent, news);
  const meeting = await rpc.request("ui/initialize", initializeParams);
  if (!meeting.ok || !isFields(meeting.result)) return new Promise(() => {});
  const { hostContext, hostCapabilities } = meeting.result;
  return () => {
    if (isFields(hostContext)) news.onContext(hostContext);
    return appsHost(rpc, isFields(hostCapabilities) ? hostCapabilities : {});
  };
}

function onNotification({ onResult, onContext }: AppsNews, method: string, params: unknown): void {
  if (method === "ui/notifications/tool-result") onResult(seedIn(params));
  else if (method === "ui/notifications/tool-cancelled") onResult(null);
  else if (method === "ui/notifications/host-context-changed" && isFields(params)) onContext(params);
}

type HostRequest =
  | extApps.McpUiMessageRequest
  | extApps.McpUiDownloadFileRequest
  | extApps.McpUiOpenLinkRequest
  | extApps.McpUiUpdateModelContextRequest;

function appsHost(rpc: Rpc, capabilities: Fields): ChatHost {
  const callTool = async (name: string, args: object): Promise<ToolAnswer> =>
    readRpc(await rpc.request("tools/call", { name, arguments: args }));
  /** Resolves to whether the host did it. */
  const ask = async ({ method, params }: HostRequest): Promise<boolean> => {
    const answer = await rpc.request(method, params);
    return answer.ok && !(isFields(answer.result) && answer.result.isError === true);
  };
  const tell = ({ method, params = {} }: extApps.McpUiInitializedNotification | extApps.McpUiSizeChangedNotification) =>
    rpc.notify(method, params);

  tell({ method: "ui/notifications/initialized" });
  return {
    call: ({ tool, args }) => callTool(tool, args),
    watch: (args) => callTool("watchBoard", args),
    wake:
      "message" in capabilities
        ? (text) => ask({ method: "ui/message", params: { role: "user", content: [{ type: "text", text }] } })
        : null,
    showAs: (mode) => showAs(rpc, mode),
    saveFile:
      "downloadFile" in capabilities
        ? (name, mimeType, text) => {
            const resource = { uri: `file:///${name}`, mimeType, text };
            return ask({ method: "ui/download-file", params: { contents: [{ type: "resource", resource }] } });
          }
        : null,
    openLink: "openLinks" in capabilities ? (url) => ask({ method: "ui/open-link", params: { url } }) : null,
    tellModel: (text) => {
      if ("updateModelContext" in capabilities)
        void ask({ method: "ui/update-model-context", params: { content: [{ type: "text", text }] } });
    },
    resize: (height) => tell({ method: "ui/notifications/size-changed", params: { height } }),
  };
}

/** The host answers with the mode that it chose, which may be another. */
async function showAs(rpc: Rpc, mode: Mode): Promise<Mode> {
  const params: extApps.McpUiRequestDisplayModeRequest["params"] = { mode };
  const answer = await rpc.request("ui/request-display-mode", params);
  return answer.ok && isFields(answer.result) && answer.result.mode === "fullscreen" ? "fullscreen" : "inline";
}

function readRpc(answer: RpcAnswer): ToolAnswer {
  if (!answer.ok) return { kind: "unreachable", message: answer.message };
  return readToolResult(answer.result) ?? { kind: "unreachable", message: "The host’s answer could not be read" };
}
