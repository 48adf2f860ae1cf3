// Draws every picture that the installers and the desktop want from the SVG files in resources/. Run it after changing
// one of those; what it makes is committed, so that a build needs no browser.
import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import { root } from "./fingerprint.mjs";

const resources = join(root, "resources");
/** Up to this size, in pixels, the simpler drawing is the clearer one. */
const LARGEST_SMALL = 32;

const installed = "/usr/bin/chromium";
const browser = await chromium.launch({
  ...(existsSync(installed) ? { executablePath: installed } : {}),
  args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"],
});
const page = await browser.newPage();

/** An SVG as a PNG of size × size pixels, transparent where nothing is drawn. @param {string} svg @param {number} size */
async function draw(svg, size) {
  const source = `data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}`;
  await page.setViewportSize({ width: size, height: size });
  await page.setContent(
    `<style>body{margin:0}img{display:block;width:${size}px;height:${size}px}</style><img src="${source}">`,
  );
  return page.screenshot({ omitBackground: true });
}

const large = await readFile(join(resources, "icon.svg"), "utf8");
const small = await readFile(join(resources, "icon-small.svg"), "utf8");
/** @param {number} size */
const drawIcon = (size) => draw(size <= LARGEST_SMALL ? small : large, size);

/** The file format of Windows icons: a directory of PNGs. @param {readonly { size: number, png: Buffer }[]} images */
function ico(images) {
  const head = Buffer.alloc(6 + 16 * images.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(images.length, 4);
  let offset = head.length;
  images.forEach(({ size, png }, index) => {
    const at = 6 + 16 * index;
    head.writeUInt8(size % 256, at);
    head.writeUInt8(size % 256, at + 1);
    head.writeUInt16LE(1, at + 4);
    head.writeUInt16LE(32, at + 6);
    head.writeUInt32LE(png.length, at + 8);
    head.writeUInt32LE(offset, at + 12);
    offset += png.length;
  });
  return Buffer.concat([head, ...images.map(({ png }) => png)]);
}

/** The file format of macOS icons: PNGs under a type for each size. @param {readonly { type: string, png: Buffer }[]} images */
function icns(images) {
  /** @param {string} type @param {Buffer} data */
  const block = (type, data) => {
    const head = Buffer.alloc(8);
    head.write(type, "latin1");
    head.writeUInt32BE(8 + data.length, 4);
    return Buffer.concat([head, data]);
  };
  return block("icns", Buffer.concat(images.map(({ type, png }) => block(type, png))));
}

/** @param {string} path @param {Buffer} data */
async function keep(path, data) {
  await writeFile(join(resources, path), data);
  console.log(`${String(data.length).padStart(7)}  resources/${path}`);
}

await mkdir(join(resources, "icons"), { recursive: true });
/** @type {Map<number, Buffer>} */
const icons = new Map();
for (const size of [16, 32, 48, 64, 128, 256, 512]) icons.set(size, await drawIcon(size));
/** @param {number} size */
const icon = (size) => icons.get(size) ?? Buffer.alloc(0);
for (const [size, png] of icons) await keep(`icons/${size}x${size}.png`, png);
icons.set(1024, await drawIcon(1024));
await keep("icons/icon.ico", ico([16, 32, 48, 256].map((size) => ({ size, png: icon(size) }))));
const macTypes = /** @type {const} */ ([
  ["icp4", 16],
  ["ic11", 32],
  ["ic12", 64],
  ["ic07", 128],
  ["ic08", 256],
  ["ic09", 512],
  ["ic10", 1024],
]);
await keep("icons/icon.icns", icns(macTypes.map(([type, size]) => ({ type, png: icon(size) }))));

const template = await readFile(join(resources, "tray", "template.svg"), "utf8");
await keep("tray/trayTemplate.png", await draw(template, 16));
await keep("tray/trayTemplate@2x.png", await draw(template, 32));
await keep("tray/tray.png", icon(32));
await keep("tray/tray@2x.png", icon(64));
await keep("tray/tray.ico", ico([16, 32].map((size) => ({ size, png: icon(size) }))));
await keep("tray/badge.png", await draw(await readFile(join(resources, "tray", "badge.svg"), "utf8"), 32));
await browser.close();
