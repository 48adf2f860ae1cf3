import manifest from "../../package.json" with { type: "json" };

/** This program's version, as in package.json. */
export const version: string = manifest.version;
