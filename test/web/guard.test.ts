import { expect, test } from "vitest";
import { createGuard } from "../../src/main/web/guard.ts";
import { createSignIns } from "../../src/main/web/sign-ins.ts";
import { tokens } from "./support.ts";

/** The principal of a request with these headers; "refused" where it is not heard at all. */
const judge = (namesBeyond: readonly string[] | null, url: string) => {
  const signIns = createSignIns({ personToken: tokens.personToken, run: "this-run", isBeyond: namesBeyond !== null });
  const wrongTokens = { pause: async () => true };
  const guard = createGuard({ url, namesBeyond, ...tokens, signIns, wrongTokens });
  return async (headers: Readonly<Record<string, string>>) => {
    const admitted = await guard(new Request(url, { headers }));
    return "refusal" in admitted ? "refused" : admitted.principal;
  };
};
const persons = { authorization: `Bearer ${tokens.personToken}` };

test("a host on this machine alone is asked by its address or as localhost, by its own pages, and as nothing else", async () => {
  const asked = judge(null, "http://127.0.0.1:7397");
  for (const host of ["127.0.0.1:7397", "localhost:7397"]) {
    expect(await asked({ host, ...persons })).toBe("person");
    expect(await asked({ host })).toBe("nobody");
    expect(await asked({ host, origin: "http://localhost:7397", ...persons })).toBe("person");
    expect(await asked({ host, origin: "http://127.0.0.1:8080", ...persons })).toBe("refused");
  }
  for (const host of ["127.0.0.1:8080", "127.0.0.1", "192.168.1.5:7397", "[::1]:7397", "kibitz:7397", "evil.example"])
    expect([host, await asked({ host, ...persons })]).toEqual([host, "refused"]);
  expect(await judge(null, "http://127.0.0.2:7397")({ host: "127.0.0.2:7397" })).toBe("nobody");
});

test("a host that is open to the network is asked by any address and by the names that were allowed, and still wants a token", async () => {
  const asked = judge(["kibitz", "table.example"], "http://127.0.0.1:7397");
  const good = ["127.0.0.1:8080", "localhost", "192.168.1.5:7397", "[::1]:7397", "[fd00::5]", "kibitz:7397"];
  for (const host of [...good, "table.example", "Table.Example:443"]) {
    expect([host, await asked({ host, ...persons })]).toEqual([host, "person"]);
    expect(await asked({ host, authorization: `Bearer ${tokens.agentToken}` })).toBe("agent");
    expect(await asked({ host, authorization: "Bearer wrong" })).toBe("nobody");
  }
  // A name that somebody pointed at this machine.
  for (const host of [
    "evil.example:7397",
    "127.0.0.1.evil.example",
    "kibitz.evil.example",
    "x@127.0.0.1",
    "",
    "1.2.3/4",
  ])
    expect([host, await asked({ host, ...persons })]).toEqual([host, "refused"]);
});

test("a page of a host that is open to the network is its own only where it came from what it asks", async () => {
  const asked = judge(["kibitz"], "http://127.0.0.1:7397");
  const from = (origin: string, host: string) => asked({ host, origin, ...persons });
  expect(await from("http://192.168.1.5:7397", "192.168.1.5:7397")).toBe("person");
  expect(await from("https://kibitz", "kibitz")).toBe("person");
  expect(await from("http://192.168.1.5:8080", "192.168.1.5:7397")).toBe("refused");
  expect(await from("http://203.0.113.9", "192.168.1.5:7397")).toBe("refused");
  expect(await from("http://127.0.0.1:7397", "localhost:7397")).toBe("refused");
  expect(await from("null", "192.168.1.5:7397")).toBe("refused");
});
