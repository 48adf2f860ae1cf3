import type { CallToolResult, InputRequiredResult, McpServer, ServerContext } from "@modelcontextprotocol/server";
import type { z } from "zod";
import { boardMetaKey } from "../../../shared/chat-board.ts";
import type { Fields } from "../../../shared/fields.ts";
import { mcpHostOf } from "../../../shared/mcp-hosts.ts";
import { invalid, type Refusal, refuse, Unavailable } from "../../../shared/result.ts";
import { disarmedIn, reservedName } from "../../../shared/text.ts";
import type { Toolset } from "../../../shared/toolsets.ts";
import type { LiveGame } from "../../games/live-game.ts";
import { seatedAt } from "../../games/machine/game-state.ts";
import * as answers from "../answers/answer.ts";
import { findSeat, type Holder, playerAt } from "../answers/reader.ts";
import { refusedTurn, seatlessAnswer } from "../answers/turn-answers.ts";
import { type BoardUse, embeddedBoard, uiMeta } from "../board/chat-board.ts";
import { formAnswer, formsOf } from "../forms/forms.ts";
import { type Client, clientOf, knowsTasks, showsApps } from "../server/client.ts";
import { taskResult } from "../server/message-filter.ts";
import type { CallRun, Work } from "../tasks/tasks.ts";
import type { Call, ServedClient, Services } from "./call.ts";
import { briefOutput, cachedOutput, lenientInput } from "./fields.ts";
import drawings from "./tool-icons.json" with { type: "json" };

export interface Tool<Input extends z.ZodObject> {
  readonly name: string;
  readonly toolsets: readonly Toolset[];
  readonly title: string;
  /** The icon that people see, drawn by `scripts/tool-icons.ts`; tools that only a board calls have none. */
  readonly icon?: keyof typeof drawings;
  readonly description: string;
  /** The description for clients whose waits go on in the background. */
  readonly inBackground?: string;
  /** Whether it changes nothing. */
  readonly readOnly?: boolean;
  /** Whether it ends something for good. */
  readonly destructive?: boolean;
  /** Whether repeating a call has no further effect; given only where the protocol's default is another. */
  readonly idempotent?: boolean;
  readonly input: Input;
  readonly output: z.ZodType;
  /** Whether its answers may carry a board (`shows-board`), or only the board's page calls it (`for-board`). */
  readonly ui?: BoardUse;
  /** Whether every game needs it: then `game` contains it, and hosts that hide tools are asked to show it. */
  readonly inEveryGame?: boolean;
  readonly needsForms?: boolean;
  /** Whether it waits, so that its call may become a task. */
  readonly mayBeTask?: boolean;
  /** The next action for a call that names no game and no league. */
  readonly home?: NonNullable<answers.NextAction>;
  run(args: z.infer<Input>, call: Call): Promise<answers.ToolAnswer> | answers.ToolAnswer;
}

const tooMany = refuse("RATE_LIMITED", "Too many calls in a short time. Wait a few seconds, then go on where you were");

const PROGRESS_NAME = "notifications/progress";

/** Makes a tool ready to be registered on any number of servers. */
export function defineTool<Input extends z.ZodObject>(tool: Tool<Input>) {
  const inputSchema = lenientInput(tool.input);
  const outputSchema = cachedOutput(tool.output);
  const { name, toolsets, title, icon, description, ui, readOnly = false, destructive = false, idempotent } = tool;
  const annotations = {
    readOnlyHint: readOnly,
    destructiveHint: destructive,
    ...(idempotent && { idempotentHint: true }),
    openWorldHint: false,
  };
  const icons = icon && { icons: [{ src: drawings[icon], mimeType: "image/png" }] };

  /** A failed read of the store may succeed in a moment. Any other exception is a bug, and not ours to hide. */
  const runOrRefuse = async (args: z.infer<Input>, raw: Fields, call: Call): Promise<answers.ToolAnswer> => {
    try {
      return await tool.run(args, call);
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error;
      return answers.refusalAnswer(error.refusal, answers.inFiveSeconds({ tool: name, arguments: raw }));
    }
  };
  const register = (server: McpServer, services: Services, audience: ServedClient): void => {
    server.registerTool(
      name,
      { title, description, annotations, inputSchema, outputSchema, ...icons, ...uiMeta(ui) },
      async (parsing, context): Promise<CallToolResult | InputRequiredResult> => {
        const client = clientOf(server, context);
        const perform = async (by: CallRun | ServerContext["mcpReq"]) => {
          const call = callOf(name, services, audience, client, by);
          const answer = !services.callLimit.allows(audience.connection, services.now())
            ? answers.refusalAnswer(tooMany, answers.inFiveSeconds({ tool: name, arguments: parsing.raw }))
            : parsing.ok
              ? await runOrRefuse(parsing.value, parsing.raw, call)
              : answers.refusalAnswer(
                  invalid(`${name} cannot take these arguments: ${parsing.message}`),
                  correctionFor(tool, parsing.raw),
                );
          return { form: answer.form, result: resultOf(answers.serveAnswer(answer, audience.tools), call) };
        };
        if (!tool.mayBeTask || !knowsTasks(client)) {
          const { form, result } = await perform(context.mcpReq);
          return form ? formAnswer(form.form, form.state) : result;
        }
        const work: Work = async (run) => (await perform(run)).result;
        const start = await services.tasks.begin(work, audience, context.mcpReq.signal);
        return "task" in start ? taskResult(start.task) : start.result;
      },
    );
  };
  /** Repeats the call of a task, whose arguments were checked the first time. */
  const again = async (
    raw: Record<string, string | undefined>,
    services: Services,
    audience: ServedClient,
    client: Client,
    run: CallRun,
  ): Promise<CallToolResult> => {
    const call = callOf(name, services, audience, client, run);
    return resultOf(answers.serveAnswer(await runOrRefuse(tool.input.parse(raw), raw, call), audience.tools), call);
  };
  const { inBackground = description, inEveryGame = false, needsForms = false } = tool;
  const sets: readonly Toolset[] = inEveryGame ? [...toolsets, "game"] : toolsets;
  return { name, toolsets: sets, title, description, inBackground, inEveryGame, ui, needsForms, register, again };
}

/** Fields of our own sentences, in which words of others are quoted, as in the text. In other fields they stand alone. */
const ownWords: ReadonlySet<string> = new Set(["message", "notes"]);

/** An answer in the form of the protocol. */
const resultOf = (answer: answers.ToolAnswer, { showsApps, showsPages, boardPage }: Call): CallToolResult => ({
  content: [
    { type: "text", text: answer.text },
    ...(answer.board?.inPage && showsPages && !showsApps
      ? embeddedBoard(answer.board.inPage, boardPage(answer.board.inPage.state.game))
      : []),
  ],
  structuredContent: Object.fromEntries(
    Object.entries(answer.fields).map(([name, value]) => [name, ownWords.has(name) ? value : disarmedIn(value)]),
  ),
  ...(answer.board ? { _meta: { [boardMetaKey]: answer.board.seed } } : {}),
  ...(answer.refusal ? { isError: true } : {}),
});

/**
 * The next action after invalid arguments: one that leads back to the game or the league, or a question that needs no
 * arguments, but never the same call without them, which would be refused again. Null where the call without its
 * arguments would do something else than intended.
 */
function correctionFor<Input extends z.ZodObject>(
  { name, input, home, readOnly }: Tool<Input>,
  { game_id, league_id, seat_token }: Record<string, unknown>,
): answers.NextAction {
  const text = `Correct the arguments and call ${name} again, or go on from here`;
  if (input.safeParse({}).success) return readOnly ? answers.nextCall(name, {}, text) : null;
  if (home && !("game_id" in input.shape && isId(game_id))) return home;
  // Repeats only text that looks like an id or a token.
  if ("league_id" in input.shape)
    return isId(league_id) ? answers.nextCall("getLeague", { league_id }, text) : answers.listLeaguesNext();
  if (!isId(game_id)) return answers.listGamesNext();
  const token = typeof seat_token === "string" && /^[\w-]{1,64}$/.test(seat_token) ? { seat_token } : {};
  return answers.nextCall("getGame", { game_id, ...token }, text);
}

const isId = (value: unknown): value is string => typeof value === "string" && /^\w{1,20}$/.test(value);

/** Makes a call from its request, or from the task that it may become. */
function callOf(
  tool: string,
  services: Services,
  audience: ServedClient,
  client: Client,
  by: CallRun | ServerContext["mcpReq"],
): Call {
  const progress: Call["progress"] = "waits" in by ? (_count, _of, message) => by.tell(message) : progressOf(by);
  const { name, version } = client;
  const { connection, callSeconds } = audience;
  const heldClient = { name, version, hearsProgress: progress !== null, connection, callSeconds };
  return {
    ...services,
    ...audience,
    tool,
    clientName: reservedName(client.title ?? "", "agent") === null ? client.title : null,
    showsApps: showsApps(client.capabilities),
    showsPages: mcpHostOf(client.name, client.version)?.showsPages ?? false,
    background: knowsTasks(client),
    forms: !audience.tools.has("askPerson") || services.formUse.isAutomatic(connection) ? null : formsOf(client, by),
    holdSeconds: (requestedSeconds) => services.holds.secondsFor(heldClient, services.waitSeconds(), requestedSeconds),
    holdBegan: (subject) => ("waits" in by ? () => {} : services.holds.noteStart(heldClient, subject)),
    run: "waits" in by ? by : null,
    signal: by.signal,
    progress,
    credentials: (token) => ({ token, connection: audience.connection }),
  };
}

/** Reports progress to a client that asked for it; null for every other. */
function progressOf({ _meta, notify }: ServerContext["mcpReq"]): Call["progress"] {
  const progressToken = _meta?.progressToken;
  if (progressToken === undefined) return null;
  return (progress, total, message) => {
    const params = { progressToken, progress, total, message };
    // A client that has gone away needs no report; its signal ends the wait.
    notify({ method: PROGRESS_NAME, params }).catch(() => {});
  };
}

/** A call for a seat whose holder is known. */
export interface SeatCall extends Holder {
  /** The game as it stood when the caller's seat was found. */
  readonly game: LiveGame;
  /** The generation of the holder: a command that names it is refused once the seat has another one. */
  readonly generation: number;
  /** The ply that a person's board shows where it is behind the game: no new move may come from it. Else null. */
  readonly pastPly: number | null;
  /** The answer to a refused command: the reason, and the next step in the current game. */
  readonly answerRefusal: (refusal: Refusal) => Promise<answers.ToolAnswer>;
}

/** Arguments by which a caller says which seat it acts for. */
export type SeatInput = z.ZodObject & z.ZodType<{ readonly game_id: string; readonly seat_token?: string | undefined }>;

interface SeatTool<Input extends SeatInput> extends Omit<Tool<Input>, "run" | "toolsets" | "output"> {
  /** By default that of a brief answer about the game. */
  readonly output?: Tool<Input>["output"];
  /** Whether a board that shows an earlier position may call: only to repeat what it did there. */
  readonly fromPastBoards?: boolean;
  readonly act: (args: z.infer<Input>, seat: SeatCall) => Promise<answers.ToolAnswer>;
}

/** A tool that acts for the caller's seat. A caller without one is told how to get one, and nothing happens. */
export function seatTool<Input extends SeatInput>({ act, fromPastBoards, ...tool }: SeatTool<Input>) {
  return defineTool({
    output: briefOutput,
    ...tool,
    toolsets: ["play"],
    home: answers.myGamesNext,
    run: async (args, call) => {
      const { game_id, seat_token } = args;
      const search = await findSeat(call, game_id, seat_token);
      if (!search.ok) return answers.refusalAnswer(search, answers.myGamesNext);
      const { game, holding: own } = search.value;
      const { state } = game;
      const past = fromPastBoards && seat_token ? call.authority.pastBoard(state, seat_token) : null;
      if (!own.ok && !past) return seatlessAnswer(own, call, state, seat_token);
      const player = playerAt(call, game, own.ok ? own.value : { seat: past?.seat ?? "", by: "board" }, seat_token);
      if (seat_token !== undefined) call.shownTokens.note(call.connection, { gameId: game_id, token: seat_token });
      const { generation } = seatedAt(state, player.seat);
      const answerRefusal = async (refusal: Refusal) => {
        const now = await call.games.get(game_id);
        return refusedTurn(refusal, now.ok ? now.value : game, player);
      };
      const noteAnswer = call.seatCalls.noteWait(state, player.seat, call.run !== null);
      try {
        const pastPly = own.ok ? null : (past?.ply ?? null);
        return await act(args, { ...player, game, generation, answerRefusal, pastPly });
      } finally {
        const event = (call.games.inMemory(game_id) ?? game).lastEventId;
        // A client that has gone away fetches no result, and its holder hears of nothing.
        if (call.run) call.run.whenFetched((isFetched) => noteAnswer(isFetched ? event : 0));
        else noteAnswer(event);
      }
    },
  });
}
