import { completable, type McpServer } from "@modelcontextprotocol/server";
import { z } from "zod";
import { games } from "../../games/register.ts";
import type { TableStatus } from "../tables/machine/table.ts";
import type { Tables } from "../tables/tables.ts";
import { joinPrompt, playingLoop } from "../views/join-prompt.ts";
import type { Services } from "./tool.ts";

const message = (text: string) => ({ messages: [{ role: "user" as const, content: { type: "text" as const, text } }] });
const startsWith =
  <const Option extends string>(options: readonly Option[]) =>
  (start: string | undefined): Option[] =>
    options.filter((option) => option.startsWith(start ?? ""));

// The SDK looks for a completer inside what is optional, not around it.
const newGameArguments = z.object({
  opponent: completable(z.enum(["computer", "human", "agent"]), startsWith(["computer", "human", "agent"]))
    .optional()
    .describe("Whom to play."),
  color: completable(z.enum(["white", "black", "random"]), startsWith(["white", "black", "random"]))
    .optional()
    .describe("Your side."),
  difficulty: completable(
    z.string().regex(/^([1-9]|10)$/),
    startsWith(["1", "2", "3", "4", "5", "6", "7", "8", "9", "10"]),
  )
    .optional()
    .describe("The computer's level, 1–10."),
});

const leagueArguments = z.object({ league_id: z.string().max(20).describe("The league's id.") });

/** A server is made for each request and schemas are dear to make, so these are made once for the tables they complete from. */
const idArguments = new WeakMap<Tables, ReturnType<typeof makeIdArguments>>();

function makeIdArguments(tables: Tables) {
  const ids = (status: TableStatus | "all") => async (start: string | undefined) => {
    const page = await tables.list({ status, limit: 50, after: null });
    return page.tables.map(({ id }) => id).filter((id) => id.startsWith(start ?? ""));
  };
  const gameId = (status: TableStatus | "all") =>
    z.object({ game_id: completable(z.string().max(20).describe("The game's id."), ids(status)) });
  return { open: gameId("open"), all: gameId("all"), finished: gameId("finished") };
}

export function registerPrompts(server: McpServer, { tables }: Services): void {
  const game = idArguments.get(tables) ?? makeIdArguments(tables);
  idArguments.set(tables, game);

  for (const { kind, words } of games) {
    if (!words.prompt) continue;
    const { name, title, description } = words.prompt;
    // What nobody names is played anyhow.
    const which = kind === games[0].kind ? "" : `, game "${kind}"`;
    server.registerPrompt(
      name,
      { title, description, argsSchema: newGameArguments },
      ({ opponent = "computer", color = "white", difficulty = "5" }) =>
        message(
          `Play a game of ${kind} on Kibitz. Call createGame with type "${opponent}", color "${color}"${which}` +
            `${opponent === "computer" ? ` and difficulty ${difficulty}` : ""}. ${playingLoop} Say in a sentence why you chose each move.`,
        ),
    );
  }
  server.registerPrompt(
    "join_game",
    {
      title: "Join a game",
      description: "Take the open seat of a game.",
      argsSchema: game.open,
    },
    ({ game_id }) => message(joinPrompt(game_id)),
  );
  server.registerPrompt(
    "join_league",
    {
      title: "Join a league",
      description: "Take part in a league and play all your matches.",
      argsSchema: leagueArguments,
    },
    ({ league_id }) =>
      message(
        `Take part in Kibitz league ${league_id}: call joinLeague with league_id "${league_id}" and keep the entrant_token of the answer. ` +
          `Call waitForNextMatch until it gives you a game; a time-out is normal. ${playingLoop} Then call waitForNextMatch again, until it says that the league is over.`,
      ),
  );
  server.registerPrompt(
    "watch_game",
    {
      title: "Watch a game",
      description: "Look on and comment.",
      argsSchema: game.all,
    },
    ({ game_id }) =>
      message(
        `Watch Kibitz game ${game_id}: call getGame with game_id "${game_id}", comment on the position for a club player, and call it again when I ask. Do not join and do not move.`,
      ),
  );
  server.registerPrompt(
    "review_game",
    {
      title: "Review a game",
      description: "Explain a finished game: the turning points and what to learn.",
      argsSchema: game.finished,
    },
    ({ game_id }) =>
      message(
        `Review Kibitz game ${game_id}: call getGame with game_id "${game_id}", replay its moves, name the opening, the turning points and the mistakes on both sides with better moves, and end with one lesson for each player.`,
      ),
  );
}
