/** A request of a host to its model. */
export interface Prompt {
  /** The names of the tools that it may call. */
  readonly tools: readonly string[];
  /** The names of the tools that it has called so far. */
  readonly calls: readonly string[];
  /** All that was said by others than the model. */
  readonly heard: string;
  /** The part of it that came since the model's last answer. */
  readonly news: string;
}

export type Reply =
  | { readonly tool: string; readonly input: Readonly<Record<string, unknown>> }
  /** Ends the model's turn. */
  | { readonly text: string };

/** The person's wish. */
export interface Wish {
  readonly opponent: "computer" | "human";
  /** Whether the person makes their moves in forms. */
  readonly byForms: boolean;
}

/** The words of the person's wish; a request without them is about something else. */
export const wishText = "play chess on kibitz";

const SEARCH = /^tool_?search/i;
const FIRST = "createGame";
const loop = [FIRST, "finishTurn", "waitForNextTurn", "askPerson"];

/** Whether the conversation has come to the game. */
export const isInGame = ({ calls }: Prompt): boolean => calls.some((name) => name.endsWith(FIRST));
export const isSearch = (reply: Reply): boolean => "tool" in reply && SEARCH.test(reply.tool);

/**
 * The answer of a model that knows the names of the tools, does what an answer's next action says, to the letter, plays
 * any of the legal moves that it reads there, and ends its turn where there is nothing to do next.
 */
export function replyTo(prompt: Prompt, { opponent, byForms }: Wish): Reply {
  const { tools, calls, heard, news } = prompt;
  // Requests for a title, or about which model to use, whose answer has to be JSON of a given form.
  if (tools.length === 0)
    return { text: '{"reasoning":"-","complexity_reasoning":"-","complexity_score":10,"model_choice":"flash"}' };
  if (!heard.includes(wishText)) return { text: "Hello." };
  const search = tools.find((name) => SEARCH.test(name));
  const full = (tool: string): string | undefined =>
    tools.find((name) => name === tool || new RegExp(`[_.:/-]${tool}$`).test(name)) ??
    // A tool that was found may be called, and is in no list.
    (calls.some((name) => SEARCH.test(name)) ? `mcp__kibitz__${tool}` : undefined);
  // Claude Code shows the tools that every game needs, and hides the form behind its search.
  if (search !== undefined && [FIRST, ...(byForms ? ["askPerson"] : [])].some((name) => full(name) === undefined)) {
    const query = `select:${loop.map((name) => `mcp__kibitz__${name}`).join(",")}`;
    return { tool: search, input: { query, max_results: loop.length } };
  }
  const next = isInGame(prompt) ? nextIn(plain(news)) : { tool: FIRST, arguments: { type: opponent, color: "white" } };
  if (next === null) return { text: `I stop here: ${plain(news).slice(-160)}` };
  // The first wait becomes a form, from which Kibitz learns how the person plays.
  const isFirstForm = byForms && !calls.some((name) => name.endsWith("askPerson"));
  const { game_id, seat_token, wait: _, ...others } = next.arguments;
  const { tool, arguments: input } = !isFirstForm
    ? next
    : next.tool === "waitForNextTurn"
      ? { tool: "askPerson", arguments: { game_id, seat_token } }
      : { tool: next.tool, arguments: { game_id, seat_token, ...others } };
  const legal = legalIn(plain(news));
  const isMove = (value: unknown) => value === "<your move>";
  if (Object.values(input).some(isMove) && legal.length === 0) return { text: "I stop here: I read no legal moves." };
  const move = legal[Math.floor(Math.random() * legal.length)];
  return {
    tool: full(tool) ?? tool,
    input: Object.fromEntries(Object.entries(input).map(([name, value]) => [name, isMove(value) ? move : value])),
  };
}

/** Text as it was before it became a string in JSON, be it twice, or a part of XML. */
export const plain = (text: string): string =>
  text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replace(/\\+"/g, '"').replace(/\\+n/g, "\n");

interface Call {
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

/** The last next action in a text, in the form of either half of an answer. */
function nextIn(text: string): Call | null {
  const inData = /.*"next_action":\{"tool":"(\w+)","arguments":(\{[^{}]*\})/s.exec(text);
  const inWords = /.*\*\*Next Action:\*\*[^\n]*?(\w+) (\{[^{}]*\})/s.exec(text);
  const [, tool = "", args = ""] = inData ?? inWords ?? [];
  return tool === "" ? null : { tool, arguments: parsed(args) };
}

/** The arguments of a call; none where a host has cut them in the middle. */
function parsed(text: string): Call["arguments"] {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

function legalIn(text: string): readonly string[] {
  const inData = /"legal_moves":(?:\[([^\]]*)\]|"([^"]*)")/.exec(text);
  const list = inData?.[1] ?? inData?.[2] ?? /Legal moves: ([^\n]*)/.exec(text)?.[1] ?? "";
  return list.split(/[", ]+/).filter((move) => move !== "");
}
