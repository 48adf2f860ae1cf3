import { describe, expect, it, vi } from "vitest";
import type { GameCard, HistoryGame } from "../../src/shared/api.ts";
import { card } from "./support/told.ts";

const soon = { timeout: 20_000 };

/** Each test has its own page. */
async function opened() {
  vi.resetModules();
  vi.stubGlobal("location", { pathname: "/", search: "" });
  return {
    ...(await import("../../src/renderer/home/games.ts")),
    ...(await import("../../src/renderer/dashboard/counts.ts")),
  };
}

const made = (second: number): string => `2026-11-22T00:00:0${second}.000Z`;
const theirs = { person_seats: [], to_move: ["white"] } satisfies Partial<GameCard>;

describe("the list of running games", () => {
  it("the list of running games has the person's turns first, then their games, then the others, without those that are over or a league's", async () => {
    const { unfinishedGames, leagueBoards, learnGame: learn } = await opened();
    const games: readonly (Partial<GameCard> & { readonly game_id: string })[] = [
      { game_id: "1", ...theirs, created_at: made(8) },
      { game_id: "2", to_move: ["black"], created_at: made(7) },
      { game_id: "3", created_at: made(1) },
      { game_id: "4", created_at: made(2) },
      { game_id: "5", status: "finished" },
      { game_id: "6", ...theirs, league_id: "77", created_at: made(4) },
      { game_id: "7", ...theirs, league_id: "77", created_at: made(3) },
      { game_id: "8", ...theirs, league_id: "77", status: "finished" },
      { game_id: "9", to_move: ["black"], league_id: "78", created_at: made(5) },
      { game_id: "10", ...theirs, status: "open", created_at: made(6) },
    ];
    for (const game of games) learn({ ...card, ...game });
    const shown = () => unfinishedGames.value.map(({ game_id }) => game_id);
    expect(shown()).toEqual(["4", "3", "2", "9", "1", "10"]);
    // Of a league that board first which has been played at for longest.
    const boards = [...leagueBoards.value].map(([id, played]) => [id, ...played.map(({ game_id }) => game_id)]);
    expect(boards).toEqual([
      ["77", "7", "6"],
      ["78", "9"],
    ]);
    learn({ ...card, game_id: "9", to_move: ["white"], league_id: "78", created_at: made(5) });
    learn({ ...card, game_id: "3", status: "finished" });
    expect(shown()).toEqual(["9", "4", "2", "1", "10"]);
  });
});

describe("the last games", () => {
  const ended = (game_id: string, second: number): HistoryGame => ({
    ...card,
    game_id,
    status: "finished",
    finished_at: made(second),
    opening: null,
    league: null,
  });
  const host = (mine: readonly HistoryGame[], all: readonly HistoryGame[]) =>
    vi.fn(async (address: string) => {
      const games = address.includes("mine=true") ? mine : all;
      return Response.json({ games, total: games.length });
    });

  it("the last games are the person's own and, as far as there is room, others, as they ended; asked for again when one ends", async () => {
    const page = await opened();
    const mine = [ended("1", 5), ended("2", 1)];
    const asked = host(mine, [ended("3", 8), ended("4", 7), mine[0] ?? ended("1", 5), ended("5", 4), ended("6", 3)]);
    vi.stubGlobal("fetch", asked);
    // Nobody looks at them yet.
    page.lastGamesChanged();
    expect(asked).not.toHaveBeenCalled();
    const end = page.watchLastGames();
    await vi.waitFor(() => expect(page.lastGames.value).toEqual(["3", "4", "1", "5", "6", "2"]), soon);
    expect(page.knownGame("3")?.value.game.status).toBe("finished");
    expect(asked).toHaveBeenCalledTimes(2);
    const own = Array.from({ length: 6 }, (_, place) => ended(`1${place}`, place));
    vi.stubGlobal("fetch", host(own, [ended("3", 8)]));
    page.lastGamesChanged();
    await vi.waitFor(() => expect(page.lastGames.value).toEqual(["15", "14", "13", "12", "11", "10"]), soon);
    end();
  });
});
