import type {
  McpUiDownloadFileRequest,
  McpUiInitializedNotification,
  McpUiInitializeRequest,
  McpUiMessageRequest,
  McpUiOpenLinkRequest,
  McpUiRequestDisplayModeRequest,
  McpUiSizeChangedNotification,
  McpUiUpdateModelContextRequest,
} from "@modelcontextprotocol/ext-apps";
import type { ChatBoardSeed } from "../../../shared/chat-board.ts";
import { type Fields, isFields } from "../../../shared/fields.ts";
import { version } from "../../../shared/version.ts";
import { seedIn } from "../seed.ts";
import * as strings from "../strings.ts";
import type { ChatHost, Mode, TextFile, ToolAnswer } from "./chat-host.ts";
import { openRpc, type Rpc, type RpcAnswer, type RpcHandlers } from "./json-rpc.ts";
import type { ParentWindow } from "./parent-window.ts";
import { readToolResult } from "./tool-result.ts";

export interface AppsNews {
  /** The result of the tool that opened the page; null where it brings no board. */
  readonly brought: (seed: ChatBoardSeed | null) => void;
  /** Theme, styles and size, or the changed ones of them. */
  readonly dressed: (context: Fields) => void;
  /** The host is about to remove the page. */
  readonly leaving: () => void;
}

/** The protocol's own messages, of its 2026-01-26 revision; the library's types keep us to it. */
const hello = {
  appInfo: { name: "kibitz-board", title: "Kibitz board", version },
  appCapabilities: { availableDisplayModes: ["inline", "fullscreen"] },
  protocolVersion: "2026-01-26",
} satisfies McpUiInitializeRequest["params"];

/** Asks the parent window whether it speaks MCP Apps; resolves only when it does, with the initial state. */
export async function meetAppsHost(parent: ParentWindow, news: AppsNews): Promise<() => ChatHost> {
  const rpc = openRpc(parent, handlersFor(news));
  const met = await rpc.request("ui/initialize", hello);
  if (!met.ok || !isFields(met.result)) return new Promise(() => {});
  const { hostContext, hostCapabilities } = met.result;
  return () => {
    if (isFields(hostContext)) news.dressed(hostContext);
    return appsHost(rpc, isFields(hostCapabilities) ? hostCapabilities : {});
  };
}

const handlersFor = ({ brought, dressed, leaving }: AppsNews): RpcHandlers => ({
  request: (method) => {
    if (method === "ui/resource-teardown") leaving();
    return method === "ui/resource-teardown" || method === "ping" ? {} : undefined;
  },
  notified: (method, params) => {
    switch (method) {
      case "ui/notifications/tool-result":
        return brought(seedIn(params));
      case "ui/notifications/tool-cancelled":
        return brought(null);
      case "ui/notifications/host-context-changed":
        return isFields(params) ? dressed(params) : undefined;
      default:
        return undefined;
    }
  },
});

function appsHost(rpc: Rpc, capabilities: Fields): ChatHost {
  const callTool = async (name: string, args: object): Promise<ToolAnswer> =>
    readRpc(await rpc.request("tools/call", { name, arguments: args }));
  const initialized: McpUiInitializedNotification = { method: "ui/notifications/initialized", params: {} };
  rpc.notify(initialized.method, initialized.params ?? {});
  return {
    form: "apps",
    call: ({ tool, args }) => callTool(tool, args),
    watch: (args) => callTool("watchBoard", args),
    wake: "message" in capabilities ? (text) => say(rpc, text) : null,
    showAs: (mode) => showAs(rpc, mode),
    saveFile: "downloadFile" in capabilities ? (file) => saveFile(rpc, file) : null,
    openLink: "openLinks" in capabilities ? (url) => openLink(rpc, url) : null,
    tellModel: (text) => {
      if (!("updateModelContext" in capabilities)) return;
      const params: McpUiUpdateModelContextRequest["params"] = { content: [{ type: "text", text }] };
      void rpc.request("ui/update-model-context", params);
    },
    resize: (height) => {
      const params: McpUiSizeChangedNotification["params"] = { height };
      rpc.notify("ui/notifications/size-changed", params);
    },
  };
}

async function say(rpc: Rpc, text: string): Promise<boolean> {
  const params: McpUiMessageRequest["params"] = { role: "user", content: [{ type: "text", text }] };
  return isDone(await rpc.request("ui/message", params));
}

async function saveFile(rpc: Rpc, { name, mimeType, text }: TextFile): Promise<boolean> {
  const resource = { uri: `file:///${name}`, mimeType, text };
  const params: McpUiDownloadFileRequest["params"] = { contents: [{ type: "resource", resource }] };
  return isDone(await rpc.request("ui/download-file", params));
}

async function openLink(rpc: Rpc, url: string): Promise<boolean> {
  const params: McpUiOpenLinkRequest["params"] = { url };
  return isDone(await rpc.request("ui/open-link", params));
}

/** The host answers with the mode that it chose, which may be another. */
async function showAs(rpc: Rpc, mode: Mode): Promise<Mode> {
  const params: McpUiRequestDisplayModeRequest["params"] = { mode };
  const answer = await rpc.request("ui/request-display-mode", params);
  return answer.ok && isFields(answer.result) && answer.result.mode === "fullscreen" ? "fullscreen" : "inline";
}

const isDone = (answer: RpcAnswer): boolean =>
  answer.ok && !(isFields(answer.result) && answer.result.isError === true);

function readRpc(answer: RpcAnswer): ToolAnswer {
  if (!answer.ok) return { kind: "unreachable", message: answer.message };
  return readToolResult(answer.result) ?? { kind: "unreachable", message: strings.notAnAnswer };
}
