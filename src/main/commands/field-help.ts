import { z } from "zod";
import { entrantRequest } from "../../shared/entrants.ts";
import { measureRequest } from "../league/measure/plan.ts";
import { leagueRequest } from "../league/request.ts";

type Schema = z.core.JSONSchema.JSONSchema;

const [model = z.never()] = entrantRequest.options.filter(({ shape }) => shape.kind.value === "llm");
const requestSchemas = { league: leagueRequest, measure: measureRequest, model };

/** Describes options by the schema that checks their fields: values and defaults, its words, and the form of the option. */
export function fieldHelp(request: keyof typeof requestSchemas) {
  const schema: Schema = z.toJSONSchema(requestSchemas[request], { io: "input" });
  return ({ field, takes }: { readonly field: string; readonly takes: string }): string => {
    const part = field.split(".").reduce((whole, name) => objectAt(whole.properties?.[name]), schema);
    const { default: usual, description = "" } = part;
    const words = (part.enum ?? objectAt(part.items).enum ?? []).map((word) =>
      word === usual ? `${word} (default)` : word,
    );
    const text = description.replace(/\.$/, "").replace(/^[A-Z](?=[a-z ])/, (letter) => letter.toLowerCase());
    return [
      words.length > 0 ? `${words.join(", ")}; ${text}` : text,
      typeof usual === "number" ? ` (default ${usual})` : "",
      takes.includes("such as") ? `. It takes ${takes}` : "",
    ].join("");
  };
}

const objectAt = (part: Schema["items"] = {}): Schema => (typeof part === "boolean" || Array.isArray(part) ? {} : part);
