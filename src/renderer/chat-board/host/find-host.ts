import { type AppsNews, meetAppsHost } from "./apps-host.ts";
import type { ChatHost } from "./chat-host.ts";
import { actionHost, meetMcpUiHost, nobody } from "./older-host.ts";
import type { ParentWindow } from "./parent-window.ts";

/** How long a host has to show what it is before a move is sent, in milliseconds. */
const INTRODUCTION_MS = 4_000;

export interface HostSearch {
  /** Resolves with the host once it has shown itself, or was settled on. The first one is the one for good. */
  readonly found: Promise<ChatHost>;
  /** For who has a move to send: a host that was silent until now is one that knows the plain message only. */
  settle(): Promise<ChatHost>;
}

/**
 * Finds out once what is around the page. A page that came without a board can get one from an MCP Apps host alone,
 * and waits for that.
 */
export function findHost(parent: ParentWindow | null, hasBoard: boolean, news: AppsNews): HostSearch {
  let choose: (begin: () => ChatHost) => void = () => {};
  // A promise takes its first value and no other, and so does the choice between the forms.
  const chosen = new Promise<() => ChatHost>((resolve) => {
    choose = resolve;
  });
  const found = chosen.then((begin) => begin());
  if (parent === null) {
    choose(() => nobody);
    return { found, settle: () => found };
  }
  void meetAppsHost(parent, news).then(choose);
  if (hasBoard) void meetMcpUiHost(parent).then(choose);
  const introduction = new Promise((resolve) => setTimeout(resolve, INTRODUCTION_MS));
  return {
    found,
    settle: () => {
      void introduction.then(() => choose(() => actionHost(parent)));
      return found;
    },
  };
}
