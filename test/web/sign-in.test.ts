import { once } from "node:events";
import { get } from "node:http";
import { describe, expect, test } from "vitest";
import { type Log, silentLog } from "../../src/main/base/log.ts";
import { createSignIns, createWrongTokens } from "../../src/main/web/sign-ins.ts";
import { keyFor, proofOf, provenSession, sessionOf } from "../../src/shared/sign-in.ts";
import { openWeb, tokens } from "./support.ts";

const { personToken } = tokens;
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const nonce = "0123456789abcdef";

describe("a session", () => {
  test("a session is for one address and one run, and follows from a key that the host proves to have", async () => {
    const signIns = (run: string, isBeyond = false) => createSignIns({ personToken, run, isBeyond });
    const here = "127.0.0.1:7397";
    const key = await keyFor(personToken, here);
    expect(await signIns("one").key(here)).toBe(key);
    expect(await signIns("one").prove(here, nonce)).toEqual({ run: "one", proof: await proofOf(key, nonce, "one") });
    const sessions = await Promise.all([
      signIns("one").session(here),
      signIns("two").session(here),
      signIns("one").session("127.0.0.1:7398"),
      createSignIns({ personToken: "another", run: "one", isBeyond: false }).session(here),
    ]);
    expect(sessions[0]).toBe(await sessionOf(key, "one"));
    expect(new Set(sessions).size).toBe(4);
    for (const each of ["localhost", "localhost:7397"]) {
      expect(await signIns("one").session(each)).toBeNull();
      expect(await signIns("one", true).session(each)).toMatch(/^[0-9a-f]{64}$/);
    }
  });

  test("a session is the person's, is found by the key alone, and opens nothing elsewhere", async () => {
    await using web = await openWeb();
    const { host } = new URL(web.url);
    const session = await provenSession(web.url, await keyFor(personToken, host));
    const status = async (token: string) => (await fetch(`${web.url}/api/games`, { headers: bearer(token) })).status;
    expect(await status(session ?? "")).toBe(200);
    expect(await provenSession(web.url, await keyFor("another", host))).toBeNull();
    // As a program would have it that passes on what a host at another port says.
    expect(await provenSession(web.url, await keyFor(personToken, "127.0.0.1:1"))).toBeNull();
    const proof = async (asked: string, headers = {}) => {
      // Says by which name it was asked for, which fetch does not, and needs no machine that knows that name.
      const request = get(`${web.url}/api/sign-in/proof?nonce=${asked}`, { headers });
      const [response] = await once(request, "response");
      response.resume();
      return response.statusCode;
    };
    expect(await proof(nonce)).toBe(200);
    expect(await proof(nonce, { host: host.replace("127.0.0.1", "localhost") })).toBe(400);
    expect(await proof("short")).toBe(400);
  });
});

describe("a code", () => {
  test("a code signs in once, until it expires, and is the person's to ask for", async () => {
    await using web = await openWeb();
    const signIn = (body: object, headers = {}) =>
      fetch(`${web.url}/api/sign-in/session`, {
        method: "POST",
        headers: { "content-type": "application/json", ...headers },
        body: JSON.stringify(body),
      });
    const { code } = (await web.person.post("/api/sign-in/codes", {})).body;
    const first = await signIn({ code });
    expect([first.status, first.headers.get("cache-control")]).toEqual([200, "no-store"]);
    expect(await first.json()).toEqual(await (await signIn({}, bearer(personToken))).json());
    for (const wrong of [{ code }, { code: web.signIns.newCode(-1) }, { code: "nonsense" }, {}])
      expect((await signIn(wrong)).status).toBe(401);
    for (const headers of [{}, bearer(tokens.agentToken)])
      expect((await fetch(`${web.url}/api/sign-in/codes`, { method: "POST", headers })).status).not.toBe(200);
    expect((await signIn({}, bearer(tokens.agentToken))).status).toBe(401);
  });

  test("a code goes for newer ones where a hundred wait", () => {
    const signIns = createSignIns({ personToken, run: "one", isBeyond: false });
    const codes = Array.from({ length: 101 }, () => signIns.newCode(60_000));
    expect(codes.map((code) => signIns.redeem(code))).toEqual([false, ...Array(100).fill(true)]);
  });
});

describe("wrong tokens", () => {
  test("wrong tokens are held up beyond twenty, and counted in one line, while the right one is let in at once", async () => {
    const said: string[] = [];
    const log: Log = { ...silentLog, warn: (message) => said.push(message) };
    await using web = await openWeb(undefined, { log });
    const ask = async (token: string) => {
      const begun = performance.now();
      const answer = await fetch(`${web.url}/api/games`, { headers: bearer(token) });
      await answer.text();
      return { status: answer.status, ms: performance.now() - begun, close: answer.headers.get("connection") };
    };
    for (let count = 0; count < 20; count += 1) expect((await ask(`wrong-${count}`)).status).toBe(401);
    let right = 0;
    const wrong = Array.from({ length: 100 }, (_, count) =>
      ask(`wrong-${count}`).then((answer) => ({ ...answer, rightBefore: right })),
    );
    const letIn = ask(personToken).then((answer) => {
      right = 1;
      return answer;
    });
    const answers = await Promise.all(wrong);
    expect((await letIn).status).toBe(200);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401]));
    const held = answers.filter(({ close }) => close !== "close");
    expect(held.length).toBeGreaterThanOrEqual(50);
    for (const { ms } of held) expect(ms).toBeGreaterThan(190);
    // It was asked last of all.
    expect(held.some(({ rightBefore }) => rightBefore === 1)).toBe(true);
    web.wrongTokens.close();
    expect(said).toEqual([expect.stringMatching(/^120 wrong tokens or codes came over the port within \d+ s/)]);
  });

  test("wrong tokens wait fifty at a time; the connection of each further one is closed, and one that goes makes room", async () => {
    const wrongTokens = createWrongTokens({ warn: () => {} }, 600_000);
    const gone = new AbortController();
    const ask = () => wrongTokens.pause(gone.signal);
    expect(await Promise.all(Array.from({ length: 20 }, ask))).toEqual(Array(20).fill(true));
    const waiting = Array.from({ length: 50 }, ask);
    expect(await ask()).toBe(false);
    gone.abort();
    await Promise.all(waiting);
    expect(await wrongTokens.pause(gone.signal)).toBe(true);
    wrongTokens.close();
  });

  test("the wrong token of a page that was open over a restart is not logged", async () => {
    const said: string[] = [];
    const wrongTokens = createWrongTokens({ warn: (message) => said.push(message) });
    for (let count = 0; count < 20; count += 1)
      expect(await wrongTokens.pause(new AbortController().signal)).toBe(true);
    wrongTokens.close();
    expect(said).toEqual([]);
  });
});
