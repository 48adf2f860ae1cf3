import { expect, test } from "vitest";
import {
  type Address,
  aboutAddress,
  analysisAddress,
  connectAddress,
  entrantAddress,
  gameAddress,
  gamesAddress,
  homeAddress,
  leagueAddress,
  leaguesAddress,
  practiceAddress,
  ratingsAddress,
  settingsAddress,
} from "../../src/renderer/app/address.ts";

const of = <Params>(address: Address<Params>, params: Params, written: string) => ({ address, params, written });

const all = [
  of(homeAddress, {}, "/"),
  of(gamesAddress, { query: "?list=finished" }, "/games?list=finished"),
  of(gameAddress, { id: "4821" }, "/game/4821"),
  of(leaguesAddress, {}, "/leagues"),
  of(leagueAddress, { id: "4821" }, "/league/4821"),
  of(entrantAddress, { id: "4821", number: 3 }, "/league/4821/entrant/3"),
  of(ratingsAddress, { game: null }, "/ratings"),
  of(ratingsAddress, { game: "tic-tac-toe" }, "/ratings/tic-tac-toe"),
  of(analysisAddress, { query: "" }, "/analysis"),
  of(practiceAddress, {}, "/practice"),
  of(settingsAddress, {}, "/settings"),
  of(connectAddress, {}, "/connect"),
  of(aboutAddress, {}, "/about"),
];

test("each page reads its own address, with and without a slash at its end, and that of no other page", () => {
  for (const { address, params, written } of all) {
    expect(address.path(params as never)).toBe(written);
    const { pathname, search } = new URL(written, "http://127.0.0.1");
    for (const path of [pathname, `${pathname.replace(/\/$/, "")}/`])
      for (const other of all)
        expect(other.address.parse(path, search), `${path} read as ${other.written}`).toEqual(
          other.address === address ? params : null,
        );
  }
});

test("an address with an id that cannot be one is no page's", () => {
  for (const path of ["/game", "/game/", "/game/a-b", `/game/${"1".repeat(21)}`, "/game/1/2", "/league/1/entrant/x"])
    for (const { address, written } of all) expect(address.parse(path, ""), `${path} read as ${written}`).toBeNull();
  expect(homeAddress.parse("/index.html", "")).toEqual({});
});
