import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import type { Locator, Page } from "@playwright/test";
import { describe, expect, it } from "vitest";
import { type Answer, readAnswer, shimArgs, shimEnv } from "../support/agents.ts";
import { openPage, overflows, seriousInEitherScheme } from "./support/pages.ts";
import { see } from "./support/see.ts";
import { useStage } from "./support/shared-host.ts";

const stage = useStage();

const pgn = '[White "Mary Jackson"]\n[Black "Dorothy Vaughan"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bc4 Nd4 4. Nxe5 Qg5 0-1';
const shown = (page: Page) => page.locator('.line-tree [aria-current="step"]');
const tree = (page: Page) => page.locator(".line-tree");
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

/** Presses Tab until a part of the page has the focus. Throws where that does not come. */
async function tabTo(page: Page, part: Locator, key: "Tab" | "Shift+Tab" = "Tab"): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    if (await part.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`the keyboard does not reach ${part}`);
}
/** Goes to a part of the page by Tab, and presses a key there. */
async function pressAt(page: Page, part: Locator, key: string, way?: "Tab" | "Shift+Tab"): Promise<void> {
  await tabTo(page, part, way);
  await page.keyboard.press(key);
}

/** An assistant of the person's, as its MCP host starts it. */
async function openAssistant() {
  const client = new Client({ name: "coach", version: "1.0.0" }, { versionNegotiation: { mode: "auto" } });
  const args = [...shimArgs(stage.host), "--toolsets", "coach"];
  await client.connect(new StdioClientTransport({ command: process.execPath, args, env: shimEnv(), stderr: "ignore" }));
  return {
    call: async (name: string, args: object): Promise<Answer> =>
      readAnswer(await client.callTool({ name, arguments: { ...args } })),
    [Symbol.asyncDispose]: () => client.close(),
  };
}

async function play(page: Page, from: string, to: string): Promise<void> {
  for (const square of [from, to]) await page.locator(`.board-grid [data-square="${square}"]`).click({ force: true });
}

describe("the shared board", () => {
  it("an assistant walks through a game on the board with its person, and both see the same", async () => {
    const id: string = (await stage.person.post("/api/import", { pgn })).body.game_id;
    await using assistant = await openAssistant();
    const call = (tool: string, args: object = {}) => assistant.call(tool, { game_id: id, ...args });
    expect((await call("lookAtBoard")).data.error.code).toBe("SEAT_REQUIRED");

    await using opened = await openPage(stage.browser, stage.host, `/game/${id}`);
    const { page, problems } = opened;
    await page.getByRole("tab", { name: "Game" }).click();
    // One click shares the board and copies the prompt.
    await button(page, "Walk through with my assistant").click();
    await see(page).toHaveURL(`${stage.host.url}/analysis?game=${id}`);
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(`lookAtBoard with game_id "${id}"`);
    await see(page.getByLabel("Share with my assistant")).toBeChecked();
    await see(button(page, "Follow")).toHaveAttribute("aria-pressed", "true");

    // It goes where the assistant shows something, and not where it only looks.
    expect((await call("lookAtBoard", { at: 3 })).data.fen).toContain(" b ");
    const first = await call("writeOnBoard", {
      at: 6,
      moves: ["Nxd4", "exd4"],
      comment: "The knight could be taken.",
      arrows: ["f3d4"],
    });
    expect(first.isError, first.text).toBe(false);
    await see(shown(page)).toHaveText("exd4");
    await see(page.locator('[data-part="assistant-note"]')).toContainText("The knight could be taken.");
    await see(page.locator(".board cg-container svg line, .board svg.cg-shapes line")).not.toHaveCount(0);

    // Without following, the board stays where its person is, who writes meanwhile.
    await button(page, "Follow").click();
    await page.keyboard.press("Home");
    await page.keyboard.press("ArrowRight");
    await see(shown(page)).toHaveText("e4");
    await play(page, "c7", "c5");
    await see(shown(page)).toHaveText("c5");
    const second = await call("writeOnBoard", { at: 7, moves: ["d6", "Nxf7"], comment: "No.", judgement: "mistake" });
    expect(second.isError, second.text).toBe(false);
    await play(page, "g1", "f3");
    await see(tree(page)).toContainText("Nxf7 Assistant: ? No.");
    await see(shown(page)).toHaveText("Nf3");

    const wrong = await call("writeOnBoard", { at: 7, moves: ["Qxf7"] });
    expect(wrong.data.error.code).toBe("ILLEGAL_MOVE");
    expect(wrong.data.legal_moves).toContain("Qg5");

    // The person's move is the answer to the question.
    const question = call("askOnBoard", { at: 7, question: "And here?", timeout_seconds: 30 });
    await see(page.locator('[data-part="question"]')).toContainText("And here?");
    await page.locator('[data-part="question"]').getByRole("button", { name: "Go there" }).click();
    await see(shown(page)).toHaveText("Nxe5");
    await play(page, "d4", "e6");
    expect((await question).data).toMatchObject({ status: "answered", answer: "Ne6" });
    await see(page.locator('[data-part="question"]')).toHaveCount(0);

    await expect.poll(async () => (await call("lookAtBoard")).data.person.move).toContain("Ne6");
    // Another page of the same board shows the same, and the host has it.
    const { board } = (await stage.person.get(`/api/coach/${id}`)).body;
    const texts = await tree(page).locator(".line-move").allTextContents();
    expect(board.lines.moves.map(({ text }: { text: string }) => text).toSorted()).toEqual(texts.toSorted());
    for (const move of ["c5", "Ne6", "Nxf7", "exd4"]) expect(texts).toContain(move);
    await using other = await openPage(stage.browser, stage.host, `/analysis?game=${id}`);
    await see(other.page.getByLabel("Share with my assistant")).toBeChecked();
    await see(tree(other.page)).toHaveText((await tree(page).textContent()) ?? "");

    expect(await overflows(page)).toBe(false);
    expect(await seriousInEitherScheme(page)).toEqual([]);

    // All that the assistant wrote is taken out at once, and comes back.
    const before = (await tree(page).textContent()) ?? "";
    await button(page, "Remove all").click();
    await see(tree(page)).not.toContainText("exd4");
    await see(tree(other.page)).not.toContainText("exd4");
    await see(tree(page)).toContainText("Ne6");
    await button(page, "Undo").click();
    await see(tree(page)).toHaveText(before);
    await see(tree(other.page)).toContainText("The knight could be taken.");
    await button(page, "Accept all").click();
    await see(tree(page)).toContainText("The knight could be taken.");
    await see(button(page, "Accept all")).toHaveCount(0);

    await page.getByLabel("Share with my assistant").click();
    await see(other.page.getByLabel("Share with my assistant")).not.toBeChecked();
    expect((await call("lookAtBoard")).data.error.code).toBe("SEAT_REQUIRED");
    await see(tree(page)).toContainText("Ne6");
    expect([...problems, ...other.problems]).toEqual([]);
  });

  it("a comment that the person writes stays whole at its move while the assistant shows another one", async () => {
    const id: string = (await stage.person.post("/api/import", { pgn })).body.game_id;
    await using assistant = await openAssistant();
    await using opened = await openPage(stage.browser, stage.host, `/analysis?game=${id}`);
    const { page } = opened;
    await page.getByLabel("Share with my assistant").click();
    await button(page, "Follow").click();
    const comments = async (): Promise<readonly string[]> => {
      const { moves } = (await stage.person.get(`/api/coach/${id}`)).body.board.lines;
      return moves.flatMap(({ text, comment }: { text: string; comment?: string }) =>
        comment === undefined ? [] : [`${text}: ${comment}`],
      );
    };
    const note = (at: number, comment: string) => assistant.call("writeOnBoard", { game_id: id, at, comment });
    await page.keyboard.press("Home");
    await page.keyboard.press("ArrowRight");
    await see(shown(page)).toHaveText("e4");
    const field = page.locator(".notes textarea");
    await field.click();
    // Before the first letter, and between two.
    expect((await note(4, "Here.")).isError).toBe(false);
    await see(tree(page)).toContainText("Here.");
    await field.pressSequentially("White takes the ");
    expect((await note(6, "The knight could be taken.")).isError).toBe(false);
    await see(tree(page)).toContainText("The knight could be taken.");
    await see(shown(page)).toHaveText("e4");
    await page.keyboard.type("centre.");
    // The place is one press away, which keeps what was written.
    await button(page, "Go there").click();
    await see(shown(page)).toHaveText("Nd4");
    await see(tree(page)).toContainText("White takes the centre.");
    await expect.poll(comments).toContain("e4: White takes the centre.");
    expect(await comments()).toHaveLength(1);
    // The board follows again.
    expect((await note(2, "And here.")).isError).toBe(false);
    await see(shown(page)).toHaveText("e5");
    await button(page, "Follow").click();
  });

  it("a walk through a game is done by keyboard alone: it begins, is heard, accepted, answered, taken out and ended", async () => {
    const id: string = (await stage.person.post("/api/import", { pgn: pgn.replace("0-1", "1-0") })).body.game_id;
    await using assistant = await openAssistant();
    const call = (tool: string, args: object = {}) => assistant.call(tool, { game_id: id, ...args });
    // It waits for its person, whose button begins the walk without a prompt.
    const woken = assistant.call("askOnBoard", { walk: true, timeout_seconds: 40 });
    await using opened = await openPage(stage.browser, stage.host, `/game/${id}`);
    const { page, problems } = opened;
    await pressAt(page, page.locator('[role="tab"][tabindex="0"]'), "ArrowRight");
    await page.keyboard.press("ArrowRight");
    await see(page.getByRole("tab", { name: "Game" })).toBeFocused();
    await pressAt(page, button(page, "Walk through with my assistant"), "Enter");
    const walk = await woken;
    expect(walk.data).toMatchObject({ status: "walk", game_id: id });
    await see(page.getByText("Your assistant has begun.")).toBeVisible();
    await see(page).toHaveURL(`${stage.host.url}/analysis?game=${id}`);

    const region = page.getByRole("region", { name: "Assistant" });
    const words = region.getByRole("status");
    const note = page.locator('[data-part="assistant-note"]');
    await call("writeOnBoard", { at: 6, moves: ["Nxd4"], comment: "It could be taken.", judgement: "good" });
    await see(shown(page)).toHaveText("Nxd4");
    await see(words).toHaveText("Your assistant shows 4. knight takes d4: good move, It could be taken.");
    await see(note).toContainText("It could be taken.");
    expect(await seriousInEitherScheme(page)).toEqual([]);
    // The focus stays where the person is, though the button goes.
    await pressAt(page, button(page, "Accept"), "Enter");
    await see(note).toHaveCount(0);
    await see(region).toBeFocused();
    await see(page.getByLabel("Comment on")).toHaveValue("It could be taken.");

    await call("writeOnBoard", { at: 7, moves: ["d6"], comment: "So." });
    await see(shown(page)).toHaveText("d6");
    await pressAt(page, button(page, "Follow"), "Space");
    await page.keyboard.press("Home");
    const question = page.locator('[data-part="question"]');
    const asked = call("askOnBoard", { at: 7, question: "And here?", timeout_seconds: 40 });
    await see(words).toHaveText("Your assistant asks, at 4. knight takes e5: And here?");
    await pressAt(page, question.getByRole("button", { name: "Go there" }), "Enter");
    await see(shown(page)).toHaveText("Nxe5");
    await see(region).toBeFocused();
    const square = (name: string) => page.locator(`.board-grid [data-square="${name}"]`);
    await tabTo(page, page.locator('.board-grid [tabindex="0"]'), "Shift+Tab");
    const walkTo = async (name: string) => {
      for (const [key, axis, by] of [
        ["ArrowLeft", 0, -1],
        ["ArrowRight", 0, 1],
        ["ArrowDown", 1, -1],
        ["ArrowUp", 1, 1],
      ] as const) {
        const here = () => page.evaluate(() => document.activeElement?.getAttribute("data-square") ?? "");
        const isBefore = (square: string) => (name.charCodeAt(axis) - square.charCodeAt(axis)) * by > 0;
        for (let square = await here(); isBefore(square); square = await here()) await page.keyboard.press(key);
      }
      await see(square(name)).toBeFocused();
    };
    for (const name of ["d4", "e6"]) {
      await walkTo(name);
      await page.keyboard.press("Enter");
    }
    expect((await asked).data).toMatchObject({ status: "answered", answer: "Ne6" });
    await see(square("e6")).toBeFocused();
    expect(await seriousInEitherScheme(page)).toEqual([]);

    await pressAt(page, button(page, "Remove all"), "Enter");
    await see(tree(page)).not.toContainText("d6");
    await see(button(page, "Remove all")).toHaveCount(0);
    await see(region).toBeFocused();
    await pressAt(page, page.getByLabel("Share with my assistant"), "Space", "Shift+Tab");
    await see(button(page, "Follow")).toHaveCount(0);
    await see(page.getByLabel("Share with my assistant")).toBeFocused();
    expect((await call("lookAtBoard")).data.error.code).toBe("SEAT_REQUIRED");
    // And shared again, where one waits for nothing.
    await page.keyboard.press("Space");
    await see(button(page, "Follow")).toBeVisible();
    await see(page.getByLabel("Share with my assistant")).toBeFocused();
    expect((await call("lookAtBoard")).data.game_id).toBe(id);
    expect(problems).toEqual([]);
  });

  it("unsaved moves stay where their board is shared from elsewhere, and its assistant sees them", async () => {
    const id: string = (await stage.person.post("/api/import", { pgn: "1. d4 d5 2. c4 e6 0-1" })).body.game_id;
    await using assistant = await openAssistant();
    const address = `/analysis?game=${id}&ply=0`;
    await using clicking = await openPage(stage.browser, stage.host, address);
    await using away = await openPage(stage.browser, stage.host, address);
    await using walking = await openPage(stage.browser, stage.host, `/analysis?game=${id}&ply=1`);
    for (const [{ page }, ...moves] of [
      [clicking, "e2e4", "e7e5"],
      [away, "c2c4"],
      [walking, "g8f6"],
    ] as const) {
      await see(tree(page)).toContainText("e6");
      for (const move of moves) await play(page, move.slice(0, 2), move.slice(2));
      await see(page.locator(".study-acts .primary")).toHaveText("Save as study");
    }

    // The one that leaves for the game's page, and has the game walked through there.
    const { page } = walking;
    await page.getByRole("link", { name: `Game ${id}` }).click();
    await page.getByRole("tab", { name: "Game" }).click();
    await button(page, "Walk through with my assistant").click();
    await see(page.getByLabel("Share with my assistant")).toBeChecked();
    await assistant.call("writeOnBoard", { game_id: id, at: 0, moves: ["e4"], comment: "Or this." });
    await see(tree(page)).toContainText("Or this.");
    await page.goBack();
    await page.goBack();
    await see(page).toHaveURL(/&ply=1$/);
    await see(tree(page)).toContainText("Nf6");
    await see(tree(page)).toContainText("Or this.");
    // The one whose person turns the switch, and the one whose connection breaks off.
    await clicking.page.getByLabel("Share with my assistant").click();
    await away.page.evaluate(() => document.dispatchEvent(new Event("freeze")));
    for (const { page } of [clicking, away, walking])
      for (const part of ["e5", "1.c4", "Nf6", "Assistant: Or this."]) await see(tree(page)).toContainText(part);
    const { data } = await assistant.call("lookAtBoard", { game_id: id });
    expect(JSON.stringify(data)).toContain("Nf6");
    await button(clicking.page, "Undo").click();
    for (const { page } of [clicking, away]) await see(tree(page)).not.toContainText("e5");
  });

  it("a move that comes back by Undo has its comment and glyph, also where the assistant has added it meanwhile", async () => {
    const id: string = (await stage.person.post("/api/import", { pgn: "1. b3 b6 2. Bb2 Bb7 1-0" })).body.game_id;
    await using assistant = await openAssistant();
    await using opened = await openPage(stage.browser, stage.host, `/analysis?game=${id}`);
    const { page, problems } = opened;
    await page.getByLabel("Share with my assistant").click();
    await see(button(page, "Follow")).toBeVisible();
    await page.keyboard.press("Home");
    await play(page, "a2", "a4");
    await see(shown(page)).toHaveText("a4");
    await page.getByLabel("Comment on").fill("Room for the rook.");
    await button(page, "good move").click();
    await see(tree(page)).toContainText("a4! Room for the rook.");
    await button(page, "Delete from here").click();
    await see(tree(page)).not.toContainText("a4");
    await assistant.call("writeOnBoard", { game_id: id, at: 0, moves: ["a4"], comment: "Why not?" });
    await see(tree(page)).toContainText("Why not?");
    await button(page, "Undo").click();
    await see(tree(page)).toContainText("Room for the rook.");
    await see(tree(page)).toContainText("Why not?");
    const hostMoves = async () => (await stage.person.get(`/api/coach/${id}`)).body.board.lines.moves;
    await expect
      .poll(async () => (await hostMoves()).at(-1))
      .toMatchObject({ text: "a4", comment: "Room for the rook.", nags: [1], assistant: { comment: "Why not?" } });
    expect(problems).toEqual([]);
  });

  it("moves made on a shared board while the host is away are sent when it is back, also after the page was left", async () => {
    const id: string = (await stage.person.post("/api/import", { pgn: "1. g3 g6 2. Bg2 Bg7 0-1" })).body.game_id;
    await using opened = await openPage(stage.browser, stage.host, `/analysis?game=${id}`);
    const { page } = opened;
    await page.getByLabel("Share with my assistant").click();
    await see(button(page, "Follow")).toBeVisible();
    await page.keyboard.press("Home");
    await page.context().setOffline(true);
    await play(page, "a2", "a4");
    await see(tree(page)).toContainText("a4");
    await page.getByRole("link", { name: "Settings" }).click();
    await page.context().setOffline(false);
    await page.goBack();
    const hostMoves = async () => (await stage.person.get(`/api/coach/${id}`)).body.board.lines.moves;
    await expect.poll(hostMoves).toContainEqual(expect.objectContaining({ text: "a4" }));
    await see(tree(page)).toContainText("a4");

    // Nor are they lost where the board was shared anew meanwhile, and has had as many events since.
    await page.getByRole("link", { name: "Settings" }).click();
    const { moves } = (await stage.person.get(`/api/games/${id}/lines`)).body;
    await stage.person.delete(`/api/coach/${id}`);
    await stage.person.put(`/api/coach/${id}`, { lines: { moves } });
    for (const batch of [1, 2, 3, 4])
      await stage.person.post(`/api/coach/${id}/changes`, { writer: "elsewhere", batch, after: 0, changes: [] });
    expect(await hostMoves()).toHaveLength(4);
    await page.goBack();
    await expect.poll(hostMoves).toContainEqual(expect.objectContaining({ text: "a4" }));
    await see(tree(page)).toContainText("a4");
  });

  it("an assistant is told the engine's lines that the page shows, and nothing of them once they are off", async () => {
    const id: string = (await stage.person.post("/api/import", { pgn: "1. f3 e5 2. g4 *" })).body.game_id;
    await using assistant = await openAssistant();
    await using opened = await openPage(stage.browser, stage.host, `/analysis?game=${id}`);
    const { page, problems } = opened;
    await page.getByLabel("Share with my assistant").click();
    await see(button(page, "Follow")).toBeVisible();
    await page.keyboard.press("End");
    const look = async () => (await assistant.call("lookAtBoard", { game_id: id })).data;
    await expect.poll(async () => (await look()).at.place).toBe(3);
    expect((await look()).page_engine).toBeUndefined();
    await page.getByRole("switch", { name: "Engine" }).check();
    await see(page.locator(".engine-lines > li").first()).toContainText("Qh4#");
    await expect.poll(async () => (await look()).page_engine?.[0]).toMatch(/^mated in 1 for White, depth \d+: Qh4#$/);
    await page.getByRole("switch", { name: "Engine" }).uncheck();
    await expect.poll(async () => (await look()).page_engine).toBeUndefined();
    expect(problems).toEqual([]);
  });

  it("a board is shared by its person alone: a link asks for it, and an agent's token does not open the switch", async () => {
    const id: string = (await stage.person.post("/api/import", { pgn: pgn.replace("0-1", "1/2-1/2") })).body.game_id;
    await using opened = await openPage(stage.browser, stage.host, `/analysis?game=${id}&share=ask`);
    const { page } = opened;
    await see(page.getByRole("alert")).toContainText("An assistant asks you to share this board.");
    await see(page.getByLabel("Share with my assistant")).not.toBeChecked();
    expect((await stage.person.get(`/api/coach/${id}`)).body).toMatchObject({ board: null });
    const asAgent = { authorization: `Bearer ${stage.host.agentToken}`, "content-type": "application/json" };
    for (const [method, path] of [
      ["PUT", ""],
      ["GET", ""],
      ["DELETE", ""],
      ["POST", "/changes"],
      ["POST", "/answers"],
      ["PUT", "/place"],
      ["PUT", "/study"],
      ["POST", "/walks"],
    ] as const) {
      const body = method === "GET" ? {} : { body: "{}" };
      const answer = await fetch(`${stage.host.url}/api/coach/${id}${path}`, { method, headers: asAgent, ...body });
      expect(answer.status, `${method} ${path}`).toBe(403);
    }
  });
});
