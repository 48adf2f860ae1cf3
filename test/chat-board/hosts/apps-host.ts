import { AppBridge, PostMessageTransport } from "@modelcontextprotocol/ext-apps/app-bridge";

/** A page that hosts MCP Apps with the host's half of the official library. The test holds the other ends. */

interface Opening {
  readonly html: string;
  // biome-ignore lint/suspicious/noExplicitAny: the library checks what it is given
  readonly result: any;
  // biome-ignore lint/suspicious/noExplicitAny: as above
  readonly context: any;
  /** Says every answer twice. */
  readonly twice: boolean;
  /** Whether it says that the board may speak to the model. */
  readonly takesMessages: boolean;
  /** Whether it says that it gives out files and opens links. */
  readonly takesRequests: boolean;
}

declare global {
  interface Window {
    openBoard(opening: Opening): Promise<void>;
    setContext(context: Opening["context"]): void;
    /** Gives the frames the result of a further call. */
    giveResult(result: Opening["result"]): void;
    // biome-ignore lint/suspicious/noExplicitAny: handed on as it is
    callTool(params: any): Promise<any>;
    toldModel(params: unknown): Promise<void>;
    /** Resolves to whether the chat takes it. */
    said(params: unknown): Promise<boolean>;
    /** Resolves to what the host answers a request of the board. */
    // biome-ignore lint/suspicious/noExplicitAny: handed on as it is
    asked(method: string, params: unknown): Promise<any>;
  }
}

const bridges: AppBridge[] = [];

window.setContext = (context) => {
  for (const bridge of bridges) bridge.setHostContext(context);
};

window.giveResult = (result) => {
  for (const bridge of bridges) void bridge.sendToolResult(result);
};

window.openBoard = async ({ html, result, context, twice, takesMessages, takesRequests }) => {
  const frame = document.createElement("iframe");
  frame.setAttribute("sandbox", "allow-scripts");
  frame.title = "Board";
  frame.style.cssText = "display:block;width:100%;height:40px;border:0";
  document.body.append(frame);
  const inside = frame.contentWindow;
  if (!inside) throw new Error("the frame has no window");
  const bridge = new AppBridge(
    null,
    { name: "test host", version: "1.0.0" },
    {
      serverTools: {},
      updateModelContext: { text: {} },
      ...(takesMessages ? { message: { text: {} } } : {}),
      ...(takesRequests ? { downloadFile: {}, openLinks: {} } : {}),
    },
    { hostContext: context },
  );
  bridges.push(bridge);
  bridge.oncalltool = (params) => window.callTool(params);
  bridge.onupdatemodelcontext = async (params) => {
    await window.toldModel(params);
    return {};
  };
  bridge.onmessage = async (params) => ((await window.said(params)) ? {} : { isError: true });
  bridge.ondownloadfile = (params) => window.asked("ui/download-file", params);
  bridge.onopenlink = (params) => window.asked("ui/open-link", params);
  bridge.onrequestdisplaymode = async (params) => {
    const answer = await window.asked("ui/request-display-mode", params);
    if (answer.mode === "fullscreen") frame.style.height = "100vh";
    bridge.setHostContext({ ...context, displayMode: answer.mode });
    return answer;
  };
  bridge.onsizechange = ({ height }) => {
    frame.style.height = `${height}px`;
  };
  bridge.oninitialized = () => {
    void bridge.sendToolInput({ arguments: {} });
    void bridge.sendToolResult(result);
  };
  const transport = new PostMessageTransport(inside, inside);
  if (twice) {
    const send = transport.send.bind(transport);
    transport.send = async (message, options) => {
      await send(message, options);
      if ("result" in message) await send(message, options);
    };
  }
  await bridge.connect(transport);
  frame.srcdoc = html;
};
