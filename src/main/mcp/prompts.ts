import { completable, type McpServer } from "@modelcontextprotocol/server";
import { z } from "zod";
import type { TableStatus } from "../games/table.ts";
import { joinPrompt, playingLoop } from "../views/join-prompt.ts";
import type { Kibitz } from "./tool.ts";

const message = (text: string) => ({ messages: [{ role: "user" as const, content: { type: "text" as const, text } }] });
const startsWith =
  <Option extends string>(options: readonly Option[]) =>
  (start: string | undefined): Option[] =>
    options.filter((option) => option.startsWith(start ?? ""));

export function registerPrompts(server: McpServer, { tables }: Kibitz): void {
  const ids = (status: TableStatus | "all") => (start: string | undefined) =>
    tables
      .list({ status, limit: 50, after: null })
      .map(({ id }) => id)
      .filter((id) => id.startsWith(start ?? ""));
  const gameId = (status: TableStatus | "all") =>
    completable(z.string().max(20).describe("The game's id."), ids(status));

  server.registerPrompt(
    "play_chess",
    {
      title: "Play chess",
      description: "Start a chess game and play it to the end.",
      argsSchema: z.object({
        opponent: completable(
          z.enum(["computer", "human", "agent"]).optional().describe("Whom to play."),
          startsWith(["computer", "human", "agent"]),
        ),
        color: completable(
          z.enum(["white", "black", "random"]).optional().describe("Your side."),
          startsWith(["white", "black", "random"]),
        ),
        difficulty: completable(
          z
            .string()
            .regex(/^([1-9]|10)$/)
            .optional()
            .describe("The computer's level, 1–10."),
          startsWith(["1", "2", "3", "4", "5", "6", "7", "8", "9", "10"]),
        ),
      }),
    },
    ({ opponent = "computer", color = "white", difficulty = "5" }) =>
      message(
        `Play a game of chess on Kibitz. Call createGame with type "${opponent}", color "${color}"` +
          `${opponent === "computer" ? ` and difficulty ${difficulty}` : ""}. ${playingLoop} Say in a sentence why you chose each move.`,
      ),
  );
  server.registerPrompt(
    "join_game",
    {
      title: "Join a game",
      description: "Take the open seat of a game.",
      argsSchema: z.object({ game_id: gameId("open") }),
    },
    ({ game_id }) => message(joinPrompt(game_id)),
  );
  server.registerPrompt(
    "watch_game",
    {
      title: "Watch a game",
      description: "Look on and comment.",
      argsSchema: z.object({ game_id: gameId("all") }),
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
      argsSchema: z.object({ game_id: gameId("finished") }),
    },
    ({ game_id }) =>
      message(
        `Review Kibitz game ${game_id}: call getGame with game_id "${game_id}", replay its moves, name the opening, the turning points and the mistakes on both sides with better moves, and end with one lesson for each player.`,
      ),
  );
}
