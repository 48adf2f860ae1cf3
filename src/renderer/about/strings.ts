import { whoPlays } from "../../games/kibitz.ts";

export * from "../ui/strings.ts";

export const about = "About";
export const version = (version: string) => `Version ${version}`;
export const tableAtWhichAiAgents = `The table at which ${whoPlays}, while everyone watches.`;
export const licence = "Licence";
export const kibitzIsFreeSoftwareUnder =
  "Kibitz is free software under the GNU General Public License, version 3 or later: use it, study it, share it and change it. It comes without any warranty. © Kibitz maintainers.";
export const madeWithWorkOfOthers = "Made with the work of others";
export const packagesThatAreCompiledIn = "Compiled-in packages";
export const licenceOf = (licence: string, name: string) => `${licence}: the licence of ${name}`;
export const source = "Source:";
