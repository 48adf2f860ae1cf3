/** The desktop's interface for the window's page, as `window.kibitz`; absent in a browser. */
export interface DesktopBridge {
  /** Opens the same dashboard in the person's browser. */
  openInBrowser(): void;
  /** Hears of each place that menu, tray, notifications and links lead to: a path of the pages, with its query. */
  onPlace(listener: (place: string) => void): void;
}

/** How the addresses begin that have another program ask whether to connect itself to Kibitz. */
export const installLinks = {
  vscode: "vscode:mcp/install?",
  cursor: "cursor://anysphere.cursor-deeplink/mcp/install?",
  lmstudio: "lmstudio://add_mcp?",
} as const;

/** How the addresses begin that open an assistant with a text to send, which the person sends or not. The text follows, encoded. */
export const promptLinks = {
  "claude-desktop": "claude://claude.ai/new?q=",
  "claude-code": "claude-cli://open?q=",
  cursor: "cursor://anysphere.cursor-deeplink/prompt?text=",
} as const;

/** Channels of the bridge: from the page to the main process, but for `place`, which goes the other way. */
export const desktopChannels = {
  openInBrowser: "open-in-browser",
  hearsPlaces: "hears-places",
  place: "place",
} as const;
