import { beforeEach, describe, expect, it, vi } from "vitest";
import type { ApiError } from "../../src/shared/api.ts";

const soon = { timeout: 20_000 };
const refusal = (code: ApiError["error"]["code"], message: string) =>
  Response.json({ error: { code, message } }, { status: 400 });

/** The host's answer to each game, by its text. */
let answer: (pgn: string) => Promise<Response>;
beforeEach(() => {
  answer = async () => refusal("ILLEGAL_MOVE", "That cannot be played.");
  vi.stubGlobal("fetch", (_url: string, { body }: { body: string }) => answer(JSON.parse(body).pgn));
});

async function opened() {
  const { openImport } = await import("../../src/renderer/import/importing.ts");
  const importing = openImport();
  const over = () => vi.waitFor(() => expect(importing.progress.value.running).toBe(false), soon);
  return { importing, over };
}
const source = (name: string, ...games: readonly string[]) => ({ name, load: async () => games.join("\n\n") });
const ofMany = (count: number) => Array.from({ length: count }, () => "1. e4 *");
const places = (games: readonly { readonly source: string; readonly number: number }[]) =>
  games.map((game) => `${game.source} ${game.number}`);

describe("an import", () => {
  it("an import tells what it did not take in the order in which it stands, whatever was answered first", async () => {
    const held = Promise.withResolvers<void>();
    answer = async (pgn) => {
      if (pgn.includes("first")) await held.promise;
      else if (pgn.includes("last")) held.resolve();
      return refusal("ILLEGAL_MOVE", pgn);
    };
    const { importing, over } = await opened();
    const file = source("club.pgn", "1. e4 {first} *", "1. d4 *", "1. c4 {last} *");
    const letter = source("letter.txt", "hello, this is not a pgn");
    const gone = { name: "none", load: () => Promise.reject(new Error("gone")) };
    importing.take([file, file, source("empty.pgn"), letter, gone]);
    await over();
    const { refusals, list, troubles, share } = importing.progress.value;
    const inOrder = ["club.pgn 1", "club.pgn 2", "club.pgn 3", "club.pgn 1", "club.pgn 2", "club.pgn 3"];
    expect(places(list)).toEqual(inOrder);
    expect(list.map(({ sourceAt }) => sourceAt)).toEqual([0, 0, 0, 1, 1, 1]);
    expect(places(importing.missing())).toEqual(inOrder);
    expect({ refusals, troubles, share }).toEqual({
      refusals: 6,
      troubles: ["empty.pgn contains no games.", "letter.txt contains no games.", "none cannot be read."],
      share: 1,
    });
  });

  it("an import lists what is here already with the reason, and adds the notes of it that are wanted", async () => {
    const asked: boolean[] = [];
    const known = (adds_notes: boolean) =>
      Response.json({ error: { code: "CONFLICT", message: "", game_id: "7", adds_notes } }, { status: 409 });
    answer = async (pgn) => (pgn.includes("new") ? Response.json({ game_id: "8" }) : known(pgn.includes("notes")));
    const { importing, over } = await opened();
    importing.take([source("club.pgn", "1. e4 *", "1. e4 {notes} *", "1. e4 {new} *")]);
    await over();
    expect(importing.progress.value).toMatchObject({ total: 1, doubles: 2, notes: 1, refusals: 0 });
    expect(importing.progress.value.list.map(({ number, reason }) => [number, reason])).toEqual([
      [1, "It was imported before: game 7."],
      [2, "It is game 7 here, without some of these notes."],
    ]);
    vi.stubGlobal("fetch", async (_url: string, { body }: { body: string }) => {
      asked.push(JSON.parse(body).add_notes);
      return Response.json({ game_id: "7" });
    });
    await importing.addNotes();
    expect(asked).toEqual([true]);
    expect(importing.progress.value).toMatchObject({ doubles: 1, notes: 0, updates: 1 });
  });

  it("an import reads a file that comes while notes are added, which can be stopped", async () => {
    const known = Response.json(
      { error: { code: "CONFLICT", message: "", game_id: "7", adds_notes: true } },
      { status: 409 },
    );
    answer = async (pgn) => (pgn.includes("notes") ? known.clone() : Response.json({ game_id: "8" }));
    const { importing, over } = await opened();
    const club = source("club.pgn", "1. e4 {notes} *", "1. d4 {notes} *");
    importing.take([club]);
    await over();
    const held = Promise.withResolvers<void>();
    answer = async () => {
      await held.promise;
      return Response.json({ game_id: "8" });
    };
    const adding = importing.addNotes();
    importing.take([club, source("second.pgn", "1. c4 *")]);
    held.resolve();
    await adding;
    await over();
    expect(importing.progress.value).toMatchObject({ total: 1, updates: 2, notes: 0 });
    answer = async () => known.clone();
    importing.take([club, source("second.pgn", "1. c4 *"), club]);
    await over();
    answer = async () => {
      importing.stop();
      return Response.json({ game_id: "7" });
    };
    await importing.addNotes();
    expect(importing.progress.value).toMatchObject({ running: false, updates: 3, notes: 1 });
  });

  it("an import leaves the page its turns, however many games there are that nobody is asked for", async () => {
    const { importing, over } = await opened();
    let asked = 0;
    answer = async () => {
      asked += 1;
      return refusal("ILLEGAL_MOVE", "");
    };
    importing.take([source("many.pgn", ...ofMany(60_000))]);
    importing.stop();
    let longest = 0;
    let before = performance.now();
    const beat = setInterval(() => {
      longest = Math.max(longest, performance.now() - before);
      before = performance.now();
    }, 1);
    let told = 0;
    const stop = importing.progress.subscribe(() => {
      told += 1;
    });
    await over();
    clearInterval(beat);
    stop();
    expect(asked).toBe(0);
    expect(importing.progress.value).toMatchObject({ pending: 60_000, refusals: 0, total: 0 });
    expect(importing.missing()).toHaveLength(60_000);
    // As one piece of work it took seconds, and said nothing on the way.
    expect(longest).toBeLessThan(2_000);
    expect(told).toBeGreaterThan(2);
  });

  it("an import takes what is added while it runs, after a stop and after its end", async () => {
    const held = Promise.withResolvers<void>();
    const asked: string[] = [];
    answer = async (pgn) => {
      asked.push(pgn);
      await held.promise;
      return Response.json({ game_id: "7" });
    };
    const { importing, over } = await opened();
    const [one, two, three] = [source("1", ...ofMany(6)), source("2", "1. d4 *"), source("3", "1. c4 *")];
    importing.take([one]);
    await vi.waitFor(() => expect(asked).toHaveLength(4), soon);
    importing.stop();
    importing.take([one, two]);
    held.resolve();
    await over();
    expect(asked).toEqual([...ofMany(4), "1. d4 *"]);
    expect(places(importing.missing())).toEqual(["1 5", "1 6"]);
    importing.take([one, two, three]);
    await over();
    expect(importing.progress.value).toMatchObject({ total: 6, pending: 2, refusals: 0, troubles: [] });
  });

  it("an import ends where the host is lost, and says so once", async () => {
    answer = () => Promise.reject(new TypeError("network"));
    const { importing, over } = await opened();
    importing.take([source("1", ...ofMany(9)), source("2", ...ofMany(9))]);
    await over();
    expect(importing.progress.value).toMatchObject({ total: 0, refusals: 0, pending: 18 });
    expect(importing.progress.value.troubles).toHaveLength(1);
  });
});

describe("a file", () => {
  const utf8 = (text: string) => [...new TextEncoder().encode(text)];
  const older = (text: string) => [...text].map((character) => character.charCodeAt(0));
  const wide = (text: string, isLittle: boolean) =>
    [...text].flatMap((character) => {
      const code = character.charCodeAt(0);
      return isLittle ? [code % 256, code >> 8] : [code >> 8, code % 256];
    });
  it.each([
    ["in UTF-16 with its mark", [wide('\ufeff[White "Дмитрий"]', true)], '[White "Дмитрий"]'],
    ["in UTF-16 of the other order", [wide('\ufeff[White "Дмитрий"]', false)], '[White "Дмитрий"]'],
    ["in UTF-16 without a mark", [wide('[White "Дмитрий"]', true)], '[White "Дмитрий"]'],
    [
      "of old line ends, put together out of both",
      [utf8('[White "Jó"]\r'), older('[White "Jó"]\r')],
      '[White "Jó"]\r[White "Jó"]\r',
    ],
    ["in UTF-8, with a character that stands for a lost one", [utf8("{ход \ufffd José}")], "{ход \ufffd José}"],
    [
      "with such a character, put together out of both",
      [utf8("{ход \ufffd}\n"), older("{José}\n")],
      "{ход \ufffd}\n{José}\n",
    ],
    ["in UTF-8", [utf8('[White "José"]\n\n1. e4 *\n')], '[White "José"]\n\n1. e4 *\n'],
    ["in what Windows wrote before", [older('[White "José"]\r\n1. e4 *')], '[White "José"]\r\n1. e4 *'],
    [
      "put together out of both",
      [utf8('\ufeff[White "Ševčík"]\n1. e4 *\n'), older('[White "José"]\n1. d4 *\n'), utf8('[White "李"]\n1. c4 *')],
      '[White "Ševčík"]\n1. e4 *\n[White "José"]\n1. d4 *\n[White "李"]\n1. c4 *',
    ],
  ])("a file %s is read as it was written", async (_, parts, text) => {
    const { sourceOf } = await import("../../src/renderer/import/sources.ts");
    expect(await sourceOf(new File([new Uint8Array(parts.flat())], "club.pgn")).load()).toBe(text);
  });
});
