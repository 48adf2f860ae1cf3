import { z } from "zod";
import { endpointHost, whole } from "./schemas.ts";
import { type ApiSettings, type SettingName, settingEntries } from "./setting-entries.ts";

type Entry = (typeof settingEntries)[SettingName];

function schemaOf(entry: Entry): z.ZodType {
  switch (entry.kind) {
    case "flag":
      return z.boolean();
    case "whole":
      return whole(entry.least, entry.most);
    case "choice":
      return z.enum<readonly string[]>(entry.options);
    case "text":
      return z.string().max(entry.most);
    case "hosts":
      return z.array(endpointHost).max(entry.most).readonly();
    case "name":
      return z.string().max(entry.most).nullable();
  }
}

function schemasOf(entries: typeof settingEntries): { [Name in SettingName]: z.ZodType<ApiSettings[Name]> };
function schemasOf(entries: Readonly<Record<string, Entry>>): object {
  return Object.fromEntries(Object.entries(entries).map(([name, entry]) => [name, schemaOf(entry)]));
}

/** All settings, as they come from a file or over HTTP. */
export const settingsSchema = z.strictObject(schemasOf(settingEntries));
