import { expect, it } from "vitest";
import { z } from "zod";
import { readSettings, settingsText } from "../../scripts/league-settings.ts";
import { leagueOptions } from "../../src/cli/league/options.ts";
import { measureRequest } from "../../src/main/league/measure/plan.ts";
import { leagueRequest } from "../../src/main/league/request.ts";
import { fieldNames } from "../../src/renderer/leagues/set-up/draft.ts";
import { numberFields } from "../../src/renderer/leagues/set-up/strings.ts";
import { isFields } from "../../src/shared/fields.ts";

/** The schema of a field by its path, as JSON schema; undefined where the request has no such field. */
const fieldAt = (request: z.ZodType, path: string): unknown =>
  path.split(".").reduce<unknown>(
    (part, name) => {
      const properties = isFields(part) ? part["properties"] : undefined;
      return isFields(properties) ? properties[name] : undefined;
    },
    z.toJSONSchema(request, { io: "input" }),
  );

it("every league setting of the command line and the dialog is a field of the request", () => {
  const options = Object.values(leagueOptions).flatMap((option) => (typeof option === "string" ? [] : option.field));
  const asked = [...options, ...Object.keys(numberFields), ...fieldNames];
  const isField = (path: string) => [leagueRequest, measureRequest].some((of) => fieldAt(of, path) !== undefined);
  expect(asked.filter((path) => !isField(path))).toEqual([]);
  expect(fieldAt(leagueRequest, "sprt.gamma")).toBeUndefined();
  expect(["within", "games"].map((name) => typeof fieldAt(measureRequest, name))).toEqual(["object", "object"]);
});

it("docs/league-settings.md is made from the schema of a request and the options of the command", () => {
  const script = "node --import ./scripts/raw-assets.mjs scripts/league-settings.ts";
  expect(readSettings(), `run \`${script}\``).toBe(settingsText());
});
