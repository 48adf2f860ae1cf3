import type { Icon } from "@modelcontextprotocol/server";
import png from "../../../resources/icons/32x32.png?inline";
import svg from "../../renderer/icon.svg?raw";
import drawings from "./tool-icons.json" with { type: "json" };

// Icons as in SEP-973, as data URIs, so that no client needs the network for them. PNG is the format that every client
// with icons has to show; VS Code shows no SVG.

/** Icons of the server, sent once. */
export const serverIcons: Icon[] = [
  { src: png, mimeType: "image/png", sizes: ["32x32"] },
  {
    src: `data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}`,
    mimeType: "image/svg+xml",
    sizes: ["any"],
  },
];

/** The name of a tool's icon; `scripts/tool-icons.ts` draws them. */
export type Drawing = keyof typeof drawings;

export const toolIcons = (drawing: Drawing): Icon[] => [{ src: drawings[drawing], mimeType: "image/png" }];
