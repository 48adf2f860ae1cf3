import type { DesktopBridge } from "../shared/desktop.ts";

declare global {
  interface Window {
    /** Put there by the preload; absent in a browser. */
    readonly kibitz?: DesktopBridge;
  }
}
