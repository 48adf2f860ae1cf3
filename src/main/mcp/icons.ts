import { crc32, deflateSync } from "node:zlib";
import type { Icon } from "@modelcontextprotocol/server";
import png from "../../../resources/icons/32x32.png?inline";
import svg from "../../renderer/icon.svg?raw";

// Icons as in SEP-973, as data URIs, so that no client needs the network for them. PNG is the format that every client
// with icons has to show; VS Code shows no SVG.

const asData = (mimeType: string, data: Buffer) => ({
  src: `data:${mimeType};base64,${data.toString("base64")}`,
  mimeType,
});

/** Icons of the server, sent once. */
export const serverIcons: Icon[] = [
  { src: png, mimeType: "image/png", sizes: ["32x32"] },
  { ...asData("image/svg+xml", Buffer.from(svg)), sizes: ["any"] },
];

/** The icons of tools as eight rows of eight dots: each list of tools contains all of them, so they are small. */
const drawings = {
  create: "........ ...##... ...##... .######. .######. ...##... ...##... ........",
  move: "...##... ..####.. ..####.. ...##... ...##... ..####.. .######. ........",
  wait: ".######. ..#..#.. ..####.. ...##... ...##... ..#..#.. .######. ........",
  ask: "..####.. .##..##. .....##. ....##.. ...##... ........ ...##... ........",
  join: "....###. ......#. ..#...#. ..##..#. .####.#. ..##..#. ..#...#. ....###.",
  board: "##..##.. ##..##.. ..##..## ..##..## ##..##.. ##..##.. ..##..## ..##..##",
  list: "........ #.#####. ........ #.#####. ........ #.#####. ........ ........",
  flag: ".##..... .######. .######. .######. .##..... .##..... .##..... ........",
  draw: "........ ........ .######. ........ ........ .######. ........ ........",
  talk: ".######. .######. .######. .######. .######. ..##.... ..#..... ........",
  again: "..####.# .#....## #....### #....... #......# .#....#. ..####.. ........",
  back: "..#..... .##..... ######.. .##...#. ..#...#. ......#. ..####.. ........",
  watch: "........ ..####.. .#....#. #..##..# #..##..# .#....#. ..####.. ........",
  cup: ".######. .######. .######. ..####.. ...##... ...##... ..####.. ........",
  examine: "..###... .#...#.. .#...#.. .#...#.. ..####.. .....##. ......##. ........",
} as const;
export type Drawing = keyof typeof drawings;

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** A chunk of a PNG file (section 5.3 of the specification). */
function chunk(type: string, data: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const framed = Buffer.alloc(named.length + 8);
  framed.writeUInt32BE(data.length, 0);
  named.copy(framed, 4);
  framed.writeUInt32BE(crc32(named), named.length + 4);
  return framed;
}

/** A drawing as a PNG of 16 × 16 pixels in black and white, which is legible on light and on dark. */
function pngOf(drawing: string): Buffer {
  const header = Buffer.from([0, 0, 0, 16, 0, 0, 0, 16, 1, 0, 0, 0, 0]);
  const rows = drawing.split(" ").flatMap((dots) => {
    const bits = [...dots].reduce((row, dot) => (row << 2) | (dot === "#" ? 0b11 : 0), 0);
    const row = [0, bits >> 8, bits & 255];
    return [...row, ...row];
  });
  return Buffer.concat([
    SIGNATURE,
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(Buffer.from(rows), { level: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

const made = new Map(Object.entries(drawings).map(([name, drawing]) => [name, asData("image/png", pngOf(drawing))]));

/** The icon of a tool. */
export const toolIcons = (drawing: Drawing): Icon[] => [made.get(drawing)].flatMap((icon) => icon ?? []);
