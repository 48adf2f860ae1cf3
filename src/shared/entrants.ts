import { z } from "zod";
import { isLoopback } from "./addresses.ts";
import { foreignKey, withOrigin } from "./foreign-key.ts";
import { modelProviders } from "./model-providers.ts";
import { modelChoices, promptWays } from "./player-settings.ts";
import { type Refusal, refuseField } from "./result.ts";
import { whole } from "./schemas.ts";
import { NAME_LENGTH } from "./text.ts";

export const entrantKinds = ["agent", "computer", "strategy", "llm", "command", "endpoint", "human"] as const;

const name = z.string().max(NAME_LENGTH).describe("How it is shown; made of what it is where left out.").optional();
const textOf = (longest: number) => z.string().min(1).max(longest);
const variable = z.string().regex(/^[A-Za-z_][A-Za-z0-9_]{0,99}$/, "the name of an environment variable is expected");
const webAddress = z
  .string()
  .max(500)
  .refine(
    (text) => /^https?:\/\/[^\s/]+/.test(text) && URL.canParse(text),
    "an address that begins with http:// or https:// is expected",
  )
  // The name must be no secret: it is in records, reports and the rating list.
  .refine((text) => {
    const { username = "", password = "" } = URL.parse(text) ?? {};
    return username + password === "";
  }, "an address without a user name or password is expected");
const share = z.number().min(0).max(100_000);
const tokenPrices = z.strictObject({ input: share, output: share, cached: share.optional() });
const isShown = z.boolean().default(true);
const positionParts = z.strictObject({ board: isShown, fen: isShown, history: isShown, legal: isShown });

/** An entrant that moves by the game's own rules, and needs nothing but this host. */
const computer = z.strictObject({
  kind: z.literal("computer"),
  name,
  level: whole(1, 10).describe("1 to 10. Default 5.").optional(),
  engine: textOf(NAME_LENGTH).describe("A UCI engine that the person added, in place of a level.").optional(),
  errors: whole(11, 100)
    .describe("In place of a level, level 1 with errors of this size: 17 and 40 are weak players that measure knows.")
    .optional(),
});
const strategy = z.strictObject({
  kind: z.literal("strategy"),
  name,
  strategy: textOf(NAME_LENGTH).describe("One of the game's, such as random."),
});
const human = z.strictObject({ kind: z.literal("human"), name });

function refinePrompt(
  { prompt, prompt_text }: { prompt?: z.infer<typeof positionParts> | undefined; prompt_text?: string | undefined },
  { addIssue }: z.RefinementCtx,
): void {
  const refuse = (message: string) => addIssue({ code: "custom", path: ["prompt"], message });
  if (prompt && prompt_text !== undefined) refuse("prompt_text is the whole prompt. Leave one of them out");
  else if (prompt && !prompt.board && !prompt.fen && !prompt.history)
    refuse("one of board, fen and history must be told");
}

const llm = z
  .strictObject({
    kind: z.literal("llm"),
    name,
    provider: z.enum(modelProviders).describe("Whose service is asked."),
    model: textOf(200).describe("The provider's name for it."),
    base_url: webAddress.optional().describe("In place of the provider's own; required for openai-compatible."),
    key_env: variable.optional().describe("The name of its key. Default: the provider's usual variable."),
    ...modelChoices,
    prompt: positionParts.optional().describe("What it is told of a position. Not beside prompt_text."),
    price: tokenPrices.optional().describe("Dollars for a million tokens; cached: read from the vendor's cache."),
  })
  .superRefine(({ provider, model, base_url, price }, { addIssue, issues }) => {
    if (issues.length > 0) return;
    const refuse = (field: string, message: string) => addIssue({ code: "custom", path: [field], message });
    if (provider === "openai-compatible" && base_url === undefined)
      refuse("base_url", "it is missing: openai-compatible needs the address of the server");
    else if (price === undefined && (base_url === undefined || !isLoopback(base_url)))
      refuse(
        "price",
        `it is missing. Say what ${model} costs in dollars for a million tokens: {"input": 3, "output": 15}, or --price 3,15`,
      );
  })
  .superRefine(refinePrompt);
/** A program of a terminal that answers a prompt, such as `claude -p`. */
const command = z
  .strictObject({
    kind: z.literal("command"),
    name,
    command: z.array(textOf(1_000)).min(1).max(50).describe('The program and its arguments: ["claude", "-p"].'),
    prompt_by: z.enum(promptWays).default("stdin").describe("How it gets the prompt; argument: as the last one."),
    env: z.array(variable).max(50).default(["PATH", "HOME"]).describe("The only variables of the host that it has."),
    votes: modelChoices.votes,
    prompt: positionParts.optional().describe("What it is told of a position. Not beside prompt_text."),
    prompt_text: modelChoices.prompt_text,
  })
  .superRefine(refinePrompt);
const endpoint = z.strictObject({ kind: z.literal("endpoint"), name, endpoint: webAddress.describe("Its address.") });
/** A reserved place: the first agent that joins by this name takes it. */
const agent = z.strictObject({ kind: z.literal("agent"), name: textOf(NAME_LENGTH) });

/** An entrant as a person names it, in a request or a file. */
export const entrantRequest = z.discriminatedUnion("kind", [agent, computer, strategy, llm, command, endpoint, human]);
export type EntrantRequest = z.infer<typeof entrantRequest>;

/** Most mistakes of a list of entrants that are told at once. */
export const MOST_MISTAKES = 10;

/** The names of the fields of a kind of entrant; none for an unknown kind. */
export const fieldsOfKind = (kind: unknown): readonly string[] =>
  entrantRequest.options.flatMap(({ shape }) => (shape.kind.value === kind ? Object.keys(shape) : []));

const wrongKey = "takes NAME@ADDRESS, such as WORK_KEY@https://api.openai.com";
/** A key by its name, and an address that it may be sent to: `WORK_KEY@https://proxy.example`. */
export const allowedKey = z
  .string()
  .max(600, wrongKey)
  .refine((text) => /^[A-Za-z_]\w*@https?:\/\/[^\s/]/.test(text) && !withOrigin(text).endsWith("@null"), wrongKey);

/** The consents of a person to what a file or a request, which somebody else may have written, would have done. */
export interface Consents {
  /** The keys that may be sent to an address that is not their provider's own. */
  readonly allow_keys?: readonly string[];
  /** The commands that may be run, each with its arguments. */
  readonly allow_commands?: readonly string[];
}

/** The command line of a program and its arguments, as consents name it. */
export const commandLine = (words: readonly string[]): string => words.join(" ");

/** The refusal of an entrant that would use a key or run a command without consent; null where it may. */
export function consentObjection(
  entrant: EntrantRequest,
  { allow_keys = [], allow_commands = [] }: Consents,
): Refusal | null {
  if (entrant.kind === "command") {
    const line = commandLine(entrant.command);
    if (allow_commands.includes(line)) return null;
    return refuseField(
      "command",
      `${line} would be run on this machine, with your rights. If you want that, allow it: allow_commands with ${JSON.stringify(line)}, or in a command --allow-command ${JSON.stringify(line)}`,
    );
  }
  const foreign = entrant.kind === "llm" ? foreignKey(entrant.provider, entrant.base_url, entrant.key_env) : null;
  if (!foreign || allow_keys.some((each) => withOrigin(each) === foreign.text)) return null;
  const { name, origin, field, text } = foreign;
  return refuseField(
    field,
    `${name} would be sent to ${origin}, and that is not the key of a provider for its own address. If you want that, allow it: allow_keys with ${text}, or in a command --allow-key ${text}`,
  );
}

/** The entrants that agents may name: none that spends the person's money or calls another address. */
export const harmlessEntrant = z.discriminatedUnion("kind", [computer, strategy, human]);
