import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { eventually } from "../journeys/scene.ts";
import { connect } from "../support/agents.ts";
import { newTable, sitDown } from "./support/at-the-board.ts";
import { openPage, overflows } from "./support/pages.ts";
import { see } from "./support/see.ts";
import { putSettings, useStage } from "./support/shared-host.ts";

const stage = useStage();
const againstComputer = { white: { kind: "human", name: "Ada" }, black: { kind: "computer", level: 1 } };

/** Names and messages of somebody who wants to be more than a player. */
const hostile = [
  `<img src=x onerror="document.title='owned'">`,
  "\u202Egnp.exe\u202C",
  "👩‍👩‍👧‍👦".repeat(40),
  "**bold** [link](javascript:alert(1)) `code`",
  "W".repeat(280),
];

describe("words that others typed", () => {
  it("words that others typed are text in names, talk and log, and break nothing", async () => {
    await using board = await newTable(stage, { players: { white: { kind: "human" }, black: { kind: "agent" } } });
    const { page } = board;
    await using agent = await connect(stage.host, "http", "v2 client, new era", "Opponent");
    const name = `<img src=x onerror="alert(1)">\u202Eevil`;
    const joined = await agent.call("joinGame", { game_id: board.gameId, name });
    for (const message of hostile) {
      const said = await agent.call("say", {
        game_id: board.gameId,
        seat_token: joined.data.seat_token,
        message: message.slice(0, 280),
      });
      expect(said.isError, said.text).toBe(false);
    }
    await see(page.locator(".talk-words")).toHaveCount(hostile.length);
    await see(page.locator(".talk-words").first()).toHaveText(hostile[0] ?? "");
    await see(page.locator("main img, main a[href^=javascript], main strong:has-text('bold')")).toHaveCount(0);
    expect(await page.title()).toContain("<img src=x onerror=");
    expect(await page.title()).not.toBe("owned");
    await page.getByRole("tab", { name: "Log" }).click();
    await see(page.locator(".event-log [data-event=said]")).toHaveCount(hostile.length);
    expect(await overflows(page)).toBe(false);
    expect(board.problems).toEqual([]);
  });

  it("spectators' remarks stand in a lane of their own, as text, and not where the person plays", {
    tags: "edge",
  }, async () => {
    await using agent = await connect(stage.host, "http", "v2 client, old era", "<b>Ford</b>");
    const made = async (players: object) => (await stage.person.post("/api/games", { players })).body.game_id;
    const watched = await made({ white: { kind: "agent" }, black: { kind: "agent" } });
    const own = await made({ white: { kind: "human" }, black: { kind: "agent" } });
    await using window = await openPage(stage.browser, stage.host, `/game/${watched}`);
    const { page } = window;
    await see(page.getByRole("log", { name: "Table talk" })).toBeVisible();
    for (const game_id of [watched, own]) await agent.call("kibitz", { game_id, message: hostile[0] ?? "" });
    const lane = page.getByRole("log", { name: "Spectators" });
    await see(lane.locator(".talk-words")).toHaveText(hostile[0] ?? "");
    await see(lane.locator(".talk-from")).toHaveText("<b>Ford</b>");
    await see(page.locator(".talk > .talk-scroll .talk-words")).toHaveCount(0);
    await page.goto(`${stage.host.url}/game/${own}`);
    await see(page.getByRole("log", { name: "Table talk" })).toBeVisible();
    await see(lane).toHaveCount(0);
    // It comes to light with the end.
    await stage.person.post(`/api/games/${own}/resign`);
    await see(lane.locator(".talk-words")).toHaveText(hostile[0] ?? "");
    expect(window.problems).toEqual([]);
  });

  it("a taunt that comes by tic-tac-toe's own tools is there at once, beside the board on which the person plays it", {
    tags: "edge",
  }, async () => {
    await using window = await openPage(stage.browser, stage.host);
    const { page } = window;
    const place = { ...stage.host, mcp: `${stage.host.mcp}?toolsets=tictactoe` };
    await using agent = await connect(place, "http", "v2 client, old era", "Old hand");
    // Somebody is at the window as soon as its page listens; then lots are drawn until the person begins.
    const { id, aiPlayer } = await eventually(async () => {
      const { gameState } = (await agent.call("restart_game", {})).data;
      const { players } = (await stage.person.get(`/api/games/${gameState.id}`)).body;
      if (players["X"].kind !== "human") throw new Error("the agent has X, or plays the computer");
      return gameState;
    });
    await page.goto(`${stage.host.url}/game/${id}`);
    await see(page.locator(".ttt")).toBeVisible();
    await agent.call("taunt_player", { message: hostile[0] ?? "" });
    await see(page.locator(`.talk [data-seat=${aiPlayer}] .talk-words`)).toHaveText(hostile[0] ?? "");
    await page.getByRole("tab", { name: "Log" }).click();
    await see(page.locator(".event-log [data-event=said]")).toContainText(hostile[0] ?? "");
    const turn = agent.call("get_turn", { timeout_seconds: 50 });
    await page.locator('.ttt [data-cell="b2"]').click();
    expect((await turn).data).toMatchObject({ isAiTurn: true });
    await agent.call("make_move", { row: 0, col: 2 });
    await see(page.locator('.ttt [data-cell="c1"]')).toHaveAttribute("data-mark", "O");
    expect(window.problems).toEqual([]);
  });

  it("the person talks, with a taunt or in their own words", async () => {
    await using board = await newTable(stage, { players: againstComputer });
    const { page } = board;
    // Nobody talks to the computer, unless the person wants to.
    await see(page.getByRole("tab", { name: "Talk" })).toHaveAttribute("aria-selected", "false");
    await see(page.getByLabel("Say something")).toHaveCount(0);
    await page.getByRole("tab", { name: "Talk" }).click();
    await page.getByRole("button", { name: "Is that all?" }).click();
    await see(page.getByLabel("Say something")).toBeFocused();
    await page.keyboard.press("Enter");
    await see(page.getByRole("log").getByText("Is that all?")).toBeVisible();
    await page.getByLabel("Say something").fill("x".repeat(400));
    expect(await page.getByLabel("Say something").inputValue()).toHaveLength(280);
  });

  it("a remark that the person is typing stays while they look elsewhere, and where it did not go through", {
    tags: "edge",
  }, async () => {
    await using board = await newTable(stage, { players: againstComputer });
    const { page } = board;
    const tab = (name: string) => page.getByRole("tab", { name });
    const field = page.getByLabel("Say something");
    await tab("Talk").click();
    await field.fill("Half a sentence");
    await tab("Log").click();
    await see(field).toHaveCount(0);
    await tab("Talk").click();
    await see(field).toHaveValue("Half a sentence");

    let refuse = () => {};
    await page.route("**/talk", (route) => {
      refuse = () => void route.abort();
    });
    const asked = page.waitForRequest("**/talk");
    await field.press("Enter");
    await asked;
    await field.fill("and another.");
    refuse();
    await see(field).toHaveValue("Half a sentence and another.");
  });
});

describe("the game as a thing", () => {
  it("a game is taken away as PGN and FEN, and begun anew from a position", async () => {
    const pgn = '[White "One"]\n[Black "Two"]\n[Result "1-0"]\n\n1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0';
    const { body } = await stage.person.post("/api/import", { pgn });
    await using board = await sitDown(stage, body.game_id);
    const { page } = board;
    const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
    await see(page.locator("[data-part=result]")).toContainText("One won · checkmate");
    const share = page.getByRole("group", { name: "After the game" }).getByRole("button", { name: "Share" });
    await share.click();
    await page.getByRole("button", { name: "Copy PGN" }).click();
    await see.poll(clipboard).toContain("4. Qxf7#");
    await page.evaluate(() => {
      const address = URL.createObjectURL;
      URL.createObjectURL = (file) => {
        if (file instanceof Blob) document.body.dataset["saved"] = file.type;
        return address(file);
      };
    });
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Save PGN" }).click(),
    ]);
    expect(download.suggestedFilename()).toBe(`kibitz-${body.game_id}.pgn`);
    // Under the name that the host has for it, too.
    await see(page.locator("body")).toHaveAttribute("data-saved", "application/vnd.chess-pgn");
    const [picture] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Save picture" }).click(),
    ]);
    expect(picture.suggestedFilename()).toBe(`kibitz-${body.game_id}.png`);
    expect((await readFile(await picture.path())).subarray(1, 4).toString()).toBe("PNG");
    const close = page.getByRole("dialog").getByRole("button", { name: "Close" }).last();
    await close.click();
    await page.keyboard.press("Home");
    await page.getByRole("button", { name: "Next move" }).click();
    await share.click();
    await page.getByRole("button", { name: "Copy FEN" }).click();
    await see.poll(clipboard).toMatch(/^rnbqkbnr\/pppppppp\/8\/8\/4P3\/8\/PPPP1PPP\/RNBQKBNR b KQkq - 0 1$/);
    await close.click();
    await page.getByRole("tab", { name: "Game" }).click();
    await page.getByRole("button", { name: "Play from here" }).click();
    const dialog = page.getByRole("dialog", { name: "New game" });
    await dialog.getByRole("button", { name: "Start" }).click();
    await see(page).not.toHaveURL(new RegExp(body.game_id));
    await see.poll(() => board.drawn("e4")).toBe("white pawn");
  });

  it("the game page hides the evaluation while it is played, and records who switches it on", async () => {
    await using board = await newTable(stage, { players: againstComputer });
    const { page } = board;
    await see(page.getByText("Evaluation hidden")).toBeVisible();
    await see(page.getByRole("img", { name: /^Evaluation / })).toHaveCount(0);
    const show = page.getByRole("button", { name: "Show", exact: true });
    // The question is gone for good once the evaluation is shown from elsewhere.
    await show.click();
    await see(page.getByRole("dialog")).toBeVisible();
    await stage.person.post(`/api/games/${board.gameId}/analysis`, { on: true });
    await see(page.getByRole("dialog")).toHaveCount(0);
    await stage.person.post(`/api/games/${board.gameId}/analysis`, { on: false });
    await see(show).toBeVisible();
    expect(await page.getByRole("dialog").count()).toBe(0);
    await show.click();
    await page.getByRole("dialog").getByRole("button", { name: "Show evaluation" }).click();
    await see(page.getByRole("img", { name: /^Evaluation [+−]\d/ })).toBeVisible();
    // The line can be gone through on the board; the figure stays the position's.
    const line = page.locator("[data-part=best-line]");
    await see(line).toContainText(/1\. ?\w+/);
    await see(line.getByRole("button", { name: "Hide" })).toBeVisible();
    await line.getByRole("button").first().click();
    await see(page.locator("[data-part=status]")).toContainText("Line: move 1 of");
    await see.poll(() => page.locator("cg-board square.last-move:visible").count()).toBe(2);
    // A move typed meanwhile is not played.
    await page.getByLabel("Move, in algebraic notation").fill("a4");
    await page.keyboard.press("Enter");
    await see(page.getByRole("alert")).toHaveText("Go back to the live position to move.");
    await page.getByRole("button", { name: "Back to the game" }).click();
    await see(page.locator("[data-part=status]")).toHaveText("Your turn");
    await see(page.locator(".game")).toHaveAttribute("data-ply", "0");
    await page.getByRole("tab", { name: "Log" }).click();
    await see(page.getByText("Evaluation is switched on")).toHaveCount(2);
  });

  it("the game page says why there is no evaluation, until there is one", { tags: "edge" }, async () => {
    const { body } = await stage.person.post("/api/import", { pgn: "1. e4 e5 2. Nf3 Nc6 1-0" });
    await using board = await sitDown(stage, body.game_id);
    const { page } = board;
    const figure = page.getByRole("img", { name: /^Evaluation [+−]\d/ });
    await see(figure).toBeVisible();
    const message = "The engine's file /opt/kibitz/stockfish.js is missing.";
    await page.route("**/analysis?*", (route) =>
      route.fulfill({ status: 503, json: { error: { code: "ENGINE_FAILED", message } } }),
    );
    await page.keyboard.press("ArrowLeft");
    const line = page.locator("[data-part=best-line]");
    await see(line).toHaveText(message);
    await see(page.getByRole("img", { name: "No evaluation" })).toBeVisible();
    await page.unroute("**/analysis?*");
    await page.keyboard.press("ArrowLeft");
    await see(figure).toBeVisible();
    await see(line).not.toContainText(message);
  });

  it("the game page shows no evaluation of a position that another one took the place of", {
    tags: "edge",
  }, async () => {
    const lines = (code: string) => ({ moves: [{ after: -1, code, text: "?" }] });
    const study = { title: "Taken back", lines: lines("e2e4") };
    const { game_id: id, version } = (await stage.person.post("/api/studies", { game: "chess", ...study })).body;
    await using opened = await openPage(stage.browser, stage.host);
    const { page } = opened;
    const seen = (value: number, reply: string) => ({
      ply: 1,
      depth: 10,
      score: { kind: "cp", value },
      engine: "Stockfish",
      notice: null,
      line: [{ code: reply, text: reply.slice(2) }],
    });
    const answers = [Promise.resolve(seen(50, "e7e5")), Promise.withResolvers<object>()] as const;
    let asked = 0;
    await page.route("**/analysis?*", async (route) => {
      asked += 1;
      route.fulfill({ json: await (asked === 1 ? answers[0] : answers[1].promise) });
    });
    await page.goto(`${stage.host.url}/game/${id}`);
    await see(page.getByRole("img", { name: "Evaluation +0.5" })).toBeVisible();
    const line = page.locator("[data-part=best-line]");
    await see(line).toContainText("e5");
    const { status } = await stage.person.put(`/api/studies/${id}`, { ...study, version, lines: lines("d2d4") });
    expect(status).toBe(200);
    await see(page.getByRole("region", { name: "Moves" })).toContainText("d4");
    await see(page.getByRole("img", { name: "Evaluating" })).toBeVisible();
    await see(line).not.toContainText("e5");
    answers[1].resolve(seen(20, "d7d5"));
    await see(page.getByRole("img", { name: "Evaluation +0.2" })).toBeVisible();
  });

  it("the game page shows the evaluation of a game between computers to everybody, from the start", {
    tags: "edge",
  }, async () => {
    const players = { white: { kind: "computer", level: 1 }, black: { kind: "computer", level: 1 } };
    await using pace = new AsyncDisposableStack();
    pace.defer(() => putSettings(stage.host, { reply_ms: 0 }));
    // Played long enough for a position to be looked at, also on a busy machine.
    await putSettings(stage.host, { reply_ms: 5_000 });
    await using board = await newTable(stage, { players });
    const evaluation = board.page.locator('.game[data-status="live"]').getByRole("img", { name: /^Evaluation / });
    await see(evaluation).toBeVisible();
    await see(board.page.getByText("Evaluation hidden")).toHaveCount(0);
    // Nobody sees how it goes on.
    await stage.person.post(`/api/games/${board.gameId}/end`);
  });

  it("the game page is heard, unless the person wants it quiet", async () => {
    const heard = async (sounds: boolean) => {
      await putSettings(stage.host, { sounds });
      await using board = await newTable(stage, { players: againstComputer });
      await board.page.evaluate(() => {
        // A context that has to be resumed first may be too late for its sound, which is left out then.
        for (const [prototype, name] of [
          [OscillatorNode.prototype, "start"],
          [AudioContext.prototype, "resume"],
        ] as const) {
          const real: (...args: unknown[]) => unknown = Reflect.get(prototype, name);
          Reflect.set(prototype, name, function (this: unknown, ...args: unknown[]) {
            document.body.dataset["tones"] = String(Number(document.body.dataset["tones"] ?? 0) + 1);
            return real.apply(this, args);
          });
        }
      });
      await board.drag("e2", "e4");
      await board.plies(2);
      const tones = await board.page.evaluate(() => Number(document.body.dataset["tones"] ?? 0));
      return tones;
    };
    expect(await heard(true)).toBeGreaterThan(0);
    expect(await heard(false)).toBe(0);
  });
});

describe("other games", () => {
  it("a game of tic-tac-toe is played by keyboard", async () => {
    const players = { X: { kind: "human" }, O: { kind: "computer", level: 1 } };
    await using board = await newTable(stage, { game: "tic-tac-toe", players });
    await board.page.locator('[data-cell="b2"]').focus();
    await board.page.keyboard.press("ArrowUp");
    await board.page.keyboard.press("ArrowLeft");
    await board.page.keyboard.press("Enter");
    await board.plies(2);
    await see(board.page.locator('[data-cell="a1"]')).toHaveAttribute("data-mark", "X");
    await board.page.keyboard.press("End");
    await see(board.page.locator('[data-cell="c1"]')).toBeFocused();
    await board.page.keyboard.press("Home");
    await see(board.page.locator('[data-cell="a1"]')).toBeFocused();
    await see(board.page.locator("[data-part=status]")).toHaveText("Your turn, you are X");
    // Cells are named as moves are written, and the mark of each player stands at its name.
    await see(board.page.locator(".moves-list button").first()).toContainText("a1");
    const named = await board.page
      .locator('[data-cell="c3"]')
      .evaluate((cell) => getComputedStyle(cell, "::after").content);
    expect(named).toContain("c3");
    await see(board.page.locator(".player-bar[data-place=near] .seat-mark")).toHaveText("X");
  });

  it("a move that completes two rows in tic-tac-toe is shown with both", async () => {
    const players = { X: { kind: "human" }, O: { kind: "human" } };
    await using board = await newTable(stage, { game: "tic-tac-toe", players });
    for (const [ply, move] of ["a1", "b1", "c1", "b3", "a3", "a2", "c3", "c2", "b2"].entries()) {
      await board.page.locator(`[data-cell="${move}"]`).click();
      await board.plies(ply + 1);
    }
    await see(board.page.locator('[data-complete="true"]')).toHaveCount(5);
  });

  it("a game of odd/even is played to the end", async () => {
    const players = { odd: { kind: "human" }, even: { kind: "computer", level: 1 } };
    await using board = await newTable(stage, { game: "odd-even", players, rounds: 3 });
    const { page } = board;
    const result = page.locator("[data-part=result]");
    await page.getByRole("button", { name: "Rules" }).click();
    await see(page.getByRole("dialog", { name: "Odd/even" })).toContainText("The sum decides the round");
    await page.keyboard.press("Escape");
    // The side and its goal at first, and what came of each round.
    await see(page.locator(".parity-said")).toHaveText("You are Odd: you win the round if the sum is odd.");
    for (let round = 1; round <= 3 && (await result.count()) === 0; round += 1) {
      await see(page.getByText(`Round ${round}, best of 3`)).toBeVisible();
      await page.getByRole("button", { name: String(round), exact: true }).click();
      await see(page.locator(".parity-rounds li")).toHaveCount(round);
      await see(page.locator(".parity-said")).toHaveText(
        new RegExp(`^Round ${round}: \\d \\+ \\d = \\d+, (odd\\. You win|even\\. You lose) it\\.$`),
      );
    }
    await see(result).toContainText(/You (won|lost) · \d rounds? to \d/);
  });
});
