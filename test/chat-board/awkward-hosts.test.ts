import { describe, expect, it } from "vitest";
import { see } from "../browser/support/see.ts";
import { useStage } from "../browser/support/shared-host.ts";
import { eventually } from "../journeys/scene.ts";
import { startHost } from "../support/host-process.ts";
import { tempDir } from "../support/temp-dir.ts";
import {
  confirmButton,
  moveField,
  problem,
  square,
  standsOn,
  status,
  typeMove,
  yourMove,
} from "./support/at-the-board.ts";
import { type ChatClient, openChatClient } from "./support/chat-client.ts";
import { openInAppsHost, underStrictestPolicy } from "./support/chat-pages.ts";

const stage = useStage();

/** Opens a game in which the person is white, in a host whose way of calling tools the test decides. */
async function sitDown(
  callTool: (client: ChatClient, name: string, args: Record<string, unknown>) => Promise<unknown>,
  twice = false,
  game = {},
) {
  const client = await openChatClient(stage.host, "apps");
  const result = await client.call("createGame", { type: "human", color: "black", ...game });
  const { html } = await client.readPage();
  const chat = await openInAppsHost(stage.browser, {
    html: underStrictestPolicy(html),
    result,
    twice,
    callTool: (name, args) => callTool(client, name, args),
  });
  await yourMove(chat.board);
  const gameId: string = result.structuredContent.game_id;
  return {
    client,
    chat,
    gameId,
    plies: async () => (await client.call("getGame", { game_id: gameId })).structuredContent.ply,
    sent: () => chat.calls.filter(({ name }) => name === "finishTurn"),
    [Symbol.asyncDispose]: async () => {
      await chat[Symbol.asyncDispose]();
      await client[Symbol.asyncDispose]();
    },
  };
}

const never = () => new Promise<never>(() => {});

describe("a host that is awkward", () => {
  it("a host that is awkward answers slowly: a second Confirm sends nothing, and the move is played once", {
    tags: "edge",
  }, async () => {
    const slow = Promise.withResolvers<void>();
    await using at = await sitDown(async (client, name, args) => {
      if (name === "finishTurn") await slow.promise;
      return client.call(name, args);
    });
    const { board, page } = at.chat;
    await typeMove(board, "e4");
    await see(status(board)).toHaveText("Sending e4…");
    await board.getByRole("button", { name: "Sending…" }).click({ force: true });
    await moveField(board).focus();
    await page.keyboard.press("Enter");
    await square(board, "e4").focus();
    await page.keyboard.press("Enter");
    expect(await at.plies()).toBe(0);
    slow.resolve();
    await see(status(board)).toHaveText("Waiting for the assistant…");
    expect(at.sent()).toHaveLength(1);
    expect(await at.plies()).toBe(1);
  });

  it("a move on the board is played once in a host that says everything twice", { tags: "edge" }, async () => {
    await using at = await sitDown((client, name, args) => client.call(name, args), true);
    const { board } = at.chat;
    await typeMove(board, "e4");
    await see(status(board)).toHaveText("Waiting for the assistant…");
    await at.client.call("finishTurn", { game_id: at.gameId, move: "e7e5" });
    await yourMove(board);
    await typeMove(board, "Nf3");
    await see(status(board)).toHaveText("Waiting for the assistant…");
    expect(at.sent()).toHaveLength(2);
    expect(await at.plies()).toBe(3);
  });

  it("a host that is awkward plays the move and never says so: the board sees it by itself", {
    tags: "edge",
  }, async () => {
    await using at = await sitDown(async (client, name, args) => {
      const result = await client.call(name, args);
      return name === "finishTurn" ? never() : result;
    });
    const { board } = at.chat;
    await typeMove(board, "e4");
    await see(status(board)).toHaveText("Waiting for the assistant…");
    await eventually(() => expect(at.chat.toldModel.at(-1)).toContain("played e4 (e2e4)"));
    expect(await at.plies()).toBe(1);
  });

  it("a host that is awkward never answers at all: the board says so, and the move sent again is not played twice", {
    tags: "edge",
  }, async () => {
    let deaf = true;
    await using at = await sitDown(async (client, name, args) => {
      // It plays the first one, and tells nobody of anything.
      if (name === "finishTurn" && deaf) await client.call(name, args);
      return deaf ? never() : client.call(name, args);
    });
    const { board } = at.chat;
    await typeMove(board, "e4");
    await see(status(board)).toContainText("No answer to e4 yet");
    await standsOn(board, "e4", "white pawn");
    deaf = false;
    await board.getByRole("button", { name: "Send again" }).click();
    await see(status(board)).toHaveText("Waiting for the assistant…");
    const [first, second] = at.sent();
    expect(second?.arguments).toEqual(first?.arguments);
    expect(at.sent()).toHaveLength(2);
    expect(await at.plies()).toBe(1);
  });

  it("a host that is awkward refuses to pass a call on: the board says so and stays usable", async () => {
    let refuses = true;
    await using at = await sitDown(async (client, name, args) => {
      if (name === "finishTurn" && refuses) throw new Error("The user said no");
      return client.call(name, args);
    });
    const { board } = at.chat;
    await typeMove(board, "e4");
    await see(problem(board)).toContainText("The user said no");
    refuses = false;
    await confirmButton(board).click();
    await see(status(board)).toHaveText("Waiting for the assistant…");
    expect(await at.plies()).toBe(1);
  });

  it("a host that is awkward keeps a board waiting until the game is far ahead: the board says whose move it is, and where to make it", {
    tags: "edge",
  }, async () => {
    const late = Promise.withResolvers<void>();
    await using at = await sitDown(async (client, name, args) => {
      if (name === "watchBoard") await late.promise;
      return client.call(name, args);
    });
    for (const [mine, reply] of [
      ["e2e4", "e7e5"],
      ["g1f3", "b8c6"],
      ["f1c4", "f8c5"],
    ]) {
      await stage.person.post(`/api/games/${at.gameId}/moves`, { move: mine });
      await at.client.call("finishTurn", { game_id: at.gameId, move: reply });
    }
    late.resolve();
    const { board } = at.chat;
    await standsOn(board, "c5", "black bishop");
    await see(status(board)).toHaveText(
      "Your move. This board cannot make it any more: use a newer one, or the Kibitz window.",
    );
  });
});

describe("a Kibitz that goes away", () => {
  it("a clock stands at the time that it showed when the board loses its connection", { tags: "edge" }, async () => {
    const outage = Promise.withResolvers<never>();
    outage.promise.catch(() => {});
    await using at = await sitDown(
      (client, name, args) => Promise.race([client.call(name, args), outage.promise]),
      false,
      { clock: { initial_seconds: 300, increment_seconds: 0 } },
    );
    const { board } = at.chat;
    await typeMove(board, "e4");
    await see(status(board)).toHaveText("Waiting for the assistant…");
    await at.client.call("finishTurn", { game_id: at.gameId, move: "e5" });
    const clock = board.getByRole("timer", { name: "White’s clock" });
    await see(clock).toHaveText(/^4:5/);
    outage.reject(new Error("down"));
    await see(board.getByText("Connection lost")).toBeVisible();
    await see(clock).toHaveAttribute("data-running", "false");
    await see(clock).toHaveText(/^4:5/);
  });

  it("a Kibitz that goes away is missed, and the board goes on when it is back", async () => {
    const dir = tempDir();
    let host = await startHost(dir.path);
    let client = await openChatClient(host, "apps");
    const result = await client.call("createGame", { type: "human", color: "black" });
    const { html } = await client.readPage();
    await using chat = await openInAppsHost(stage.browser, {
      html: underStrictestPolicy(html),
      result,
      callTool: (name, args) => client.call(name, args),
    });
    const { board } = chat;
    await yourMove(board);
    await host.kill();
    await see(board.getByText("Connection lost")).toBeVisible();
    await typeMove(board, "e4");
    await see(problem(board)).toContainText("never counts twice");

    host = await startHost(dir.path);
    client = await openChatClient(host, "apps");
    await confirmButton(board).click();
    await see(status(board)).toHaveText("Waiting for the assistant…");
    await see(board.getByText("Connection lost")).toHaveCount(0);
    await client[Symbol.asyncDispose]();
    await host.stop();
    dir[Symbol.dispose]();
  });

  it("a Kibitz that goes away knows nothing of the game when it is back: the board says that, and promises nothing", {
    tags: "edge",
  }, async () => {
    using folder = tempDir();
    await using other = await startHost(folder.path);
    await using there = await openChatClient(other, "apps");
    await using at = await sitDown((_client, name, args) => there.call(name, args));
    await see(at.chat.board.locator(".chat-notes")).toHaveText(`Game not found: there is no game ${at.gameId}.`);
  });
});
