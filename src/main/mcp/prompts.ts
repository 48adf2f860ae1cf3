import { completable, type McpServer, type StandardSchemaWithJSON } from "@modelcontextprotocol/server";
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

  const register = <Args>(
    name: string,
    title: string,
    description: string,
    argsSchema: StandardSchemaWithJSON<unknown, Args>,
    text: (args: Args) => string,
  ) =>
    server.registerPrompt(name, { title, description, argsSchema }, (args) => ({
      messages: [{ role: "user", content: { type: "text", text: text(args) } }],
    }));

  // An agent that creates or joins a game plays it with tools of the same set.
  for (const { kind, prompt, argsSchema } of tools.has("createGame") ? playPrompts : []) {
    const { name, title, description } = prompt;
    register(name, title, description, argsSchema, (wish) => playText(prompt, kind, wish));
  }
  if (tools.has("joinGame"))
    register("join_game", "Join a game", "Take the open seat of a game.", ids.open, ({ game_id, join_code }) =>
      joinPrompt(game_id, join_code),
    );
  if (tools.has("joinLeague") && tools.has("finishTurn"))
    register("join_league", "Join a league", "Take part in a league and play all your matches.", ids.league, (args) =>
      leagueJoinPrompt(args.league_id),
    );
  if (tools.has("watchGame"))
    register("watch_game", "Watch a game", "Look on and comment.", ids.all, ({ game_id }) => watchText(game_id));
  if (tools.has("getGame"))
    register(
      "review_game",
      "Review a game",
      "Explain a finished game: the turning points and what to learn.",
      ids.finished,
      ({ game_id }) => reviewText(game_id, toolsets),
    );
}
