/** What the window's page can ask of the desktop, as `window.kibitz`; absent in a browser. */
export interface DesktopBridge {
  /** Opens the same dashboard in the person's browser. */
  openInBrowser(): void;
}

/** Channels of the bridge, from the page to the main process. */
export const desktopChannels = { openInBrowser: "open-in-browser" } as const;
