/** What the window's page can ask of the desktop, as `window.kibitz`; absent in a browser. */
export interface DesktopBridge {
  /** Opens the same dashboard in the person's browser. */
  openInBrowser(): void;
}

/** How the addresses begin that have another program ask whether to connect itself to Kibitz. */
export const installLinks = {
  vscode: "vscode:mcp/install?",
  cursor: "cursor://anysphere.cursor-deeplink/mcp/install?",
  lmstudio: "lmstudio://add_mcp?",
} as const;

/** Channels of the bridge, from the page to the main process. */
export const desktopChannels = { openInBrowser: "open-in-browser" } as const;
