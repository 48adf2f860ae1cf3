import { pgnType } from "../../games/kibitz.ts";
import type { Answer } from "../api/request.ts";
import { toast, valueOrToast } from "./toasts.tsx";

/** The type of a file by its extension; others are plain text. */
const fileTypes: Readonly<Record<string, string>> = {
  pgn: pgnType,
  csv: "text/csv",
  html: "text/html",
  json: "application/json",
};

/** Saves a text as a file. A link to the host could not carry the page's session. */
export const saveFile = (name: string, text: string): void =>
  saveBlob(name, new Blob([text], { type: fileTypes[name.slice(name.lastIndexOf(".") + 1)] ?? "text/plain" }));

function saveBlob(name: string, blob: Blob): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}

/** Saves the host's answer as a file, or shows why there is none. */
export async function saveAnswer(name: string, request: Promise<Answer<string>>): Promise<void> {
  const text = await valueOrToast(request);
  if (text !== null) saveFile(name, text);
}

/** Width and height of a saved picture, in pixels. */
const PICTURE_SIZE = 1_080;

/** Saves an SVG from the host as a PNG, which every program can show. */
export async function savePicture(name: string, request: Promise<Answer<string>>): Promise<void> {
  const drawing = await valueOrToast(request);
  if (drawing === null) return;
  const image = new Image(PICTURE_SIZE, PICTURE_SIZE);
  image.src = `data:image/svg+xml,${encodeURIComponent(drawing)}`;
  const canvas = document.createElement("canvas");
  canvas.width = PICTURE_SIZE;
  canvas.height = PICTURE_SIZE;
  try {
    await image.decode();
    canvas.getContext("2d")?.drawImage(image, 0, 0, PICTURE_SIZE, PICTURE_SIZE);
  } catch {
    return toast("This browser could not draw the picture.", "problem");
  }
  canvas.toBlob((blob) => {
    if (blob) saveBlob(name, blob);
  });
}
