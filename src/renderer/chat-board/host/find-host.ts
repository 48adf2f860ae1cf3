import { type AppsNews, meetAppsHost } from "./apps-host.ts";
import type { ChatHost, ParentWindow } from "./chat-host.ts";
import { actionHost, meetMcpUiHost, noHost } from "./older-host.ts";

/** Milliseconds that a host has to identify itself before a move is sent. */
const INTRODUCTION_MS = 4_000;

export interface HostSearch {
  /** Resolves with the host once it has identified itself, or was assumed. The first one stays. */
  readonly host: Promise<ChatHost>;
  /**
   * For a caller with a move to send: a host that was silent until now counts as one that knows only the plain message.
   */
  settle(): Promise<ChatHost>;
}

/**
 * Determines the kind of host once. Only an MCP Apps host can give a board to a page that came without one, so such a
 * page waits for it.
 */
export function findHost(parent: ParentWindow | null, hasBoard: boolean, news: AppsNews): HostSearch {
  let choose: (begin: () => ChatHost) => void = () => {};
  // A promise keeps its first value, and so the first host stays.
  const choice = new Promise<() => ChatHost>((resolve) => {
    choose = resolve;
  });
  const host = choice.then((begin) => begin());
  if (parent === null) {
    choose(() => noHost);
    return { host, settle: () => host };
  }
  void meetAppsHost(parent, news).then(choose);
  if (hasBoard) void meetMcpUiHost(parent).then(choose);
  const introduction = new Promise((resolve) => setTimeout(resolve, INTRODUCTION_MS));
  return {
    host,
    settle: () => {
      void introduction.then(() => choose(() => actionHost(parent)));
      return host;
    },
  };
}
