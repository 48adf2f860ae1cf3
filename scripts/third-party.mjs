import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { root } from "./fingerprint.mjs";

/**
 * @typedef {import("../src/shared/third-party.ts").ThirdParty} ThirdParty
 * @typedef {ThirdParty["parts"][number]} Part
 * @typedef {Omit<Part, "text"> & { readonly text: string }} Told
 */

/** The folders of the build that modules of others are compiled into. Each build leaves a list of them. */
const folders = ["main", "renderer", "chat-board", "replay", "shim"];

/** The purpose of packages that are more than a tool, and the place of the source that their licence asks for. */
const uses = {
  "@lichess-org/chessground": "Draws the board that is played on.",
  "chess.js": "Judges the moves of chess that are played.",
  chessops: "Knows the rules of chess: what may be played, notation, positions as text.",
};

/** @param {...string} path */
const readText = async (...path) => (await readFile(join(root, ...path), "utf8")).replaceAll("\r\n", "\n").trim();
/** @param {string} name */
const packageOf = async (name) => JSON.parse(await readText("node_modules", name, "package.json"));
/** A package's repository as an address to open. @param {{ repository?: string | { url: string } }} manifest */
function repositoryOf({ repository }) {
  const address = typeof repository === "object" ? repository.url : repository;
  return (
    address
      ?.replace(/^github:/, "https://github.com/")
      .replace(/^(git\+https|git):/, "https:")
      .replace(/\.git$/, "") ?? null
  );
}

/**
 * Parts that are copied rather than compiled in.
 * @returns {Promise<Told[]>}
 */
async function copied() {
  const [stockfish, electron, chessground] = await Promise.all(
    ["stockfish", "electron", "@lichess-org/chessground"].map(packageOf),
  );
  return [
    {
      name: "Stockfish",
      version: stockfish.version,
      licence: "GPL-3.0",
      use: "The computer opponent, and what evaluates positions. By T. Romstad, M. Costalba, J. Kiiski, G. Linscott and other contributors; compiled for the web as Stockfish.js by Nathan Rugg and Chess.com; network by Chris Bao. Kibitz starts it as a program of its own, unchanged.",
      source: `${repositoryOf(stockfish)}/tree/v${stockfish.version}`,
      text: await readText("node_modules", "stockfish", "Copying.txt"),
      folders: [],
    },
    {
      name: "Cburnett pieces",
      version: null,
      licence: "GPL-2.0-or-later",
      use: "One of the sets of pieces, drawn by Colin M. L. Burnett, as chessground brings it; here under version 3 of the licence. The sets Kibitz and Paper, the icons and the sounds are Kibitz’s own.",
      source: repositoryOf(chessground),
      text: await readText("LICENSE"),
      folders: ["renderer", "replay"],
    },
    {
      name: "Merida pieces",
      version: null,
      licence: "GPL-3.0-or-later",
      use: "One of the sets of pieces, after the typeface by Armando Hernandez Marroquin, as PyChess brings it; written more briefly.",
      source: "https://github.com/pychess/pychess",
      text: await readText("LICENSE"),
      folders: ["renderer", "replay"],
    },
    {
      name: "Fancy pieces",
      version: null,
      licence: "GPL-2.0-or-later",
      use: "One of the sets of pieces, drawn by Alexey Kryukov (© 2010), as GNOME Chess brings it; written more briefly, and here under version 3 of the licence.",
      source: "https://gitlab.gnome.org/GNOME/gnome-chess",
      text: await readText("LICENSE"),
      folders: ["renderer", "replay"],
    },
    {
      name: "Names of chess openings",
      version: null,
      licence: "CC0-1.0",
      use: "Names the openings, as lichess does, by the positions that they lead to.",
      source: "https://github.com/lichess-org/chess-openings",
      text: await readText("src/games/chess/openings/names.licence.txt"),
      folders: ["main"],
    },
    {
      name: "Electron",
      version: electron.version,
      licence: electron.license,
      use: "The window of the installed application. The licences of Chromium in it lie beside the program, in LICENSES.chromium.html.",
      source: repositoryOf(electron),
      text: await readText("node_modules", "electron", "LICENSE"),
      folders: [],
    },
  ];
}

/**
 * Parts that the builds say they compiled in.
 * @param {string} out
 * @returns {Promise<Told[]>}
 */
async function compiledIn(out) {
  /** @type {Map<string, Told>} */
  const found = new Map();
  for (const folder of folders) {
    const file = join(out, folder, "licences.json");
    for (const { name, version, identifier, text: brought } of JSON.parse(await readFile(file, "utf8"))) {
      const text = brought ?? `It brings no text of its licence, which is ${identifier} as its package.json says.`;
      const key = `${name} ${version}`;
      const use = Object.entries(uses).find(([each]) => each === name)?.[1] ?? null;
      const source = use === null ? null : repositoryOf(await packageOf(name));
      const others = found.get(key)?.folders ?? [];
      found.set(key, { name, version, licence: identifier, use, source, text, folders: [...others, folder] });
    }
    await rm(file);
  }
  return [...found.values()];
}

/**
 * Writes what of others is in Kibitz, with whose it is and under which licence: for the pages as third-party.json, for
 * readers of any package as third-party.txt, and beside the shim, which is packed alone, what is in that.
 * @param {string} out what was built
 */
export async function writeThirdParty(out) {
  const told = [...(await copied()), ...(await compiledIn(out))];
  // Many say the same words.
  const words = (/** @type {Told} */ { text }) => text.replace(/\s+/g, " ").trim();
  const texts = [...new Map(told.map((part) => [words(part), part.text.trim()])).entries()];
  const parts = told.map((part) => ({ ...part, text: texts.findIndex(([key]) => key === words(part)) }));
  /** @type {ThirdParty} */
  const thirdParty = { parts, texts: texts.map(([, text]) => text) };
  await writeFile(join(out, "renderer", "third-party.json"), JSON.stringify(thirdParty));
  await writeFile(join(out, "renderer", "third-party.txt"), asText(thirdParty));
  const inShim = { ...thirdParty, parts: parts.filter(({ folders }) => folders.includes("shim")) };
  await writeFile(join(out, "shim", "third-party.txt"), asText(inShim));
}

const line = "-".repeat(80);

/** @param {ThirdParty} thirdParty */
function asText({ parts, texts }) {
  const head = "Kibitz is free software under the GNU General Public License, version 3 or later (LICENSE).";
  if (parts.length === 0) return `${head}\nNothing of others is compiled into this part of it.\n`;
  const list = parts.map(({ name, version, licence, use, source }) =>
    [`${name}${version === null ? "" : ` ${version}`} (${licence})`, use, source && `Source: ${source}`]
      .filter((each) => each)
      .join("\n  "),
  );
  const bodies = texts.flatMap((text, index) => {
    const names = parts.filter((part) => part.text === index).map(({ name }) => name);
    return names.length === 0 ? [] : [`${line}\n${names.join(", ")}\n${line}\n\n${text}`];
  });
  return `${head}\nIt contains the work of others:\n\n${list.join("\n")}\n\n${bodies.join("\n\n")}\n`;
}
