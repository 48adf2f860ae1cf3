import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import type { Page } from "@playwright/test";
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
    await page.getByRole("tab", { name: "Table" }).click();
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

    // Another page of the same board shows the same, and the host has it.
    const { board } = (await stage.person.get(`/api/coach/${id}`)).body;
    const texts = await tree(page).locator(".line-move").allTextContents();
    expect(board.lines.moves.map(({ text }: { text: string }) => text).toSorted()).toEqual(texts.toSorted());
    for (const move of ["c5", "Ne6", "Nxf7", "exd4"]) expect(texts).toContain(move);
    await using other = await openPage(stage.browser, stage.host, `/analysis?game=${id}`);
    await see(other.page.getByLabel("Share with my assistant")).toBeChecked();
    await see(tree(other.page)).toHaveText((await tree(page).textContent()) ?? "");
    expect((await call("lookAtBoard")).data.person.move).toContain("Ne6");

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

  it("a board is shared by its person alone: a link asks for it, and an agent's token does not open the switch", async () => {
    const id: string = (await stage.person.post("/api/import", { pgn: pgn.replace("0-1", "1/2-1/2") })).body.game_id;
    await using opened = await openPage(stage.browser, stage.host, `/analysis?game=${id}&share=ask`);
    const { page } = opened;
    await see(page.getByRole("alert")).toContainText("An assistant asks you to share this board.");
    await see(page.getByLabel("Share with my assistant")).not.toBeChecked();
    expect((await stage.person.get(`/api/coach/${id}`)).body).toEqual({ board: null });
    const asAgent = { authorization: `Bearer ${stage.host.agentToken}`, "content-type": "application/json" };
    for (const [method, path] of [
      ["PUT", ""],
      ["GET", ""],
      ["DELETE", ""],
      ["POST", "/changes"],
      ["POST", "/answers"],
      ["PUT", "/place"],
      ["PUT", "/study"],
    ] as const) {
      const body = method === "GET" ? {} : { body: "{}" };
      const answer = await fetch(`${stage.host.url}/api/coach/${id}${path}`, { method, headers: asAgent, ...body });
      expect(answer.status, `${method} ${path}`).toBe(403);
    }
  });
});
