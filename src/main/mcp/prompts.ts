import { completable, type McpServer } from "@modelcontextprotocol/server";
import { z } from "zod";
import type { PlayPrompt } from "../../games/game.ts";
import { definitions } from "../../games/register.ts";
import type { Games } from "../games/games.ts";
import type { GameStatus } from "../games/machine/game-state.ts";
import { joinPrompt, leagueJoinPrompt } from "../views/join-prompt.ts";
import type { Audience, Services } from "./call.ts";
import { completeIds, completeLeagueIds } from "./complete-ids.ts";
import { playText, reviewText, watchText } from "./prompt-texts.ts";
import { lenientPrompt } from "./schema.ts";

const message = (text: string) => ({ messages: [{ role: "user" as const, content: { type: "text" as const, text } }] });
const startsWith =
  <const Option extends string>(options: readonly Option[]) =>
  (start: string | undefined): Option[] =>
    options.filter((option) => option.startsWith(start ?? ""));

const opponents = ["computer", "human", "agent"] as const;
const colors = ["white", "black", "random"] as const;
const levels = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10"];

/**
 * The arguments by which a person says how an assistant is to play. The SDK looks for a completer inside an optional
 * schema.
 */
const wishOf = ({ styles }: PlayPrompt) =>
  z.object({
    opponent: completable(z.enum(opponents), startsWith(opponents)).optional().describe("Whom to play."),
    color: completable(z.enum(colors), startsWith(colors)).optional().describe("Your side."),
    level: completable(z.string().regex(/^([1-9]|10)$/), startsWith(levels))
      .optional()
      .describe("How strong, 1–10: the computer’s level, or about how strongly to play against others."),
    style: completable(z.enum(Object.keys(styles)), startsWith(Object.keys(styles)))
      .optional()
      .describe(`How to play: ${Object.keys(styles).join(", ")}.`),
  });

/** The prompts for playing, made once. */
const playPrompts = definitions.flatMap(({ kind, words: { prompt } }) =>
  prompt ? [{ kind, prompt, argsSchema: lenientPrompt(wishOf(prompt)) }] : [],
);

/**
 * Made once for the games that they complete from, since a server is made for each request and schemas are expensive.
 */
const idArguments = new WeakMap<Games, ReturnType<typeof makeIdArguments>>();

function makeIdArguments({ games, leagues }: Pick<Services, "games" | "leagues">) {
  const ids = (status: GameStatus | "all") => (start: string | undefined) => completeIds(games, status, start ?? "");
  const gameId = (status: GameStatus | "all") =>
    z.object({ game_id: completable(z.string().max(20).describe("The game's id."), ids(status)) });
  const joinCode = z.string().max(40).optional().describe("The code from the join prompt, where you were given one.");
  const leagueId = completable(z.string().max(20).describe("The league's id."), (start) =>
    completeLeagueIds(leagues, start ?? ""),
  );
  return {
    league: z.object({ league_id: leagueId }),
    open: lenientPrompt(gameId("open").extend({ join_code: joinCode })),
    all: gameId("all"),
    finished: gameId("finished"),
  };
}

/** Registers the prompts whose tools the connection has. */
export function registerPrompts(server: McpServer, services: Services, { toolsets, tools }: Audience): void {
  const ids = idArguments.get(services.games) ?? makeIdArguments(services);
  idArguments.set(services.games, ids);

  // An agent that creates or joins a game plays it with tools of the same set.
  for (const { kind, prompt, argsSchema } of tools.has("createGame") ? playPrompts : []) {
    const { name, title, description } = prompt;
    // The default game needs no name.
    const which = kind === definitions[0].kind ? "" : `, game "${kind}"`;
    server.registerPrompt(
      name,
      { title, description, argsSchema },
      ({ opponent = "computer", color = "white", level = "5", style }) =>
        message(playText(prompt, kind, which, { opponent, color, level: Number(level), style })),
    );
  }
  if (tools.has("joinGame"))
    server.registerPrompt(
      "join_game",
      {
        title: "Join a game",
        description: "Take the open seat of a game.",
        argsSchema: ids.open,
      },
      ({ game_id, join_code }) => message(joinPrompt(game_id, join_code)),
    );
  if (tools.has("joinLeague") && tools.has("finishTurn"))
    server.registerPrompt(
      "join_league",
      {
        title: "Join a league",
        description: "Take part in a league and play all your matches.",
        argsSchema: ids.league,
      },
      ({ league_id }) => message(leagueJoinPrompt(league_id)),
    );
  if (tools.has("watchGame"))
    server.registerPrompt(
      "watch_game",
      {
        title: "Watch a game",
        description: "Look on and comment.",
        argsSchema: ids.all,
      },
      ({ game_id }) => message(watchText(game_id)),
    );
  if (tools.has("getGame"))
    server.registerPrompt(
      "review_game",
      {
        title: "Review a game",
        description: "Explain a finished game: the turning points and what to learn.",
        argsSchema: ids.finished,
      },
      ({ game_id }) => message(reviewText(game_id, toolsets)),
    );
}
