// `node scripts/tool-icons.ts`: writes src/main/mcp/tools/tool-icons.json, the icons of the tools as PNG in data URIs.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { crc32, deflateSync } from "node:zlib";

/** Eight rows of eight dots: each list of tools contains all of them, so they are small. */
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
};

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

const icons = Object.entries(drawings).map(([name, drawing]) => [
  name,
  `data:image/png;base64,${pngOf(drawing).toString("base64")}`,
]);
writeFileSync(
  join(import.meta.dirname, "..", "src", "main", "mcp", "tools", "tool-icons.json"),
  `${JSON.stringify(Object.fromEntries(icons), null, 2)}\n`,
);
