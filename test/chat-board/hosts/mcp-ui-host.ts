import { UIResourceRenderer } from "@mcp-ui/client";
import { h, render } from "preact";

/** A page that shows embedded resources with mcp-ui’s own renderer, whose handler the test holds. */

declare global {
  interface Window {
    showResource(text: string): void;
    /** Resolves to what the host’s handler gives back. */
    heard(action: unknown): Promise<unknown>;
  }
}

window.showResource = (text) => {
  const resource = { uri: "ui://chess/1", mimeType: "text/html", text };
  const props = {
    resource,
    onUIAction: (action: unknown) => window.heard(action),
    htmlProps: { autoResizeIframe: { height: true } },
  };
  render(h<typeof props>(UIResourceRenderer, props), document.body);
};
