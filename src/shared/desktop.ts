/** The desktop's interface for the window's page, as `window.kibitz`; absent in a browser. */
export interface DesktopBridge {
  /** Opens the same dashboard in the person's browser. */
  openInBrowser(): void;
  /** Called with the files that the system has Kibitz open, once `onPlace` has a listener. */
  onFiles(listener: (files: readonly GamesFile[]) => void): void;
  /** Called with each address to which the menu, tray, notifications and links lead: a path with its query. */
  onPlace(listener: (place: string) => void): void;
}

/** The schemes of links that make another program offer to connect itself to Kibitz. */
export const installLinks = {
  vscode: "vscode:mcp/install?",
  cursor: "cursor://anysphere.cursor-deeplink/mcp/install?",
  lmstudio: "lmstudio://add_mcp?",
} as const;

/** The download pages of assistants, for those that most people use. */
export const downloadLinks = {
  "claude-desktop": "https://claude.ai/download",
  vscode: "https://code.visualstudio.com/download",
} as const;

/** The beginnings of links that open an assistant with a prepared text, which the person may send. The encoded text follows. */
export const promptLinks = {
  "claude-desktop": "claude://claude.ai/new?q=",
  "claude-code": "claude-cli://open?q=",
  cursor: "cursor://anysphere.cursor-deeplink/prompt?text=",
} as const;

/** A file of games that the system has Kibitz open. */
export interface GamesFile {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Channels of the bridge: from the page to the main process, except `place` and `files`, which go the other way. */
export const desktopChannels = {
  openInBrowser: "open-in-browser",
  hearsPlaces: "hears-places",
  place: "place",
  files: "files",
} as const;
