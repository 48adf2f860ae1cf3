/** The third-party parts of Kibitz, as the build writes them for the pages (`scripts/third-party.mjs`). */
export interface ThirdParty {
  readonly parts: readonly {
    readonly name: string;
    readonly version: string | null;
    /** An identifier of SPDX. */
    readonly licence: string;
    /** Its purpose and its author; null for a mere tool of the build. */
    readonly use: string | null;
    readonly source: string | null;
    /** Index of its licence in `texts`. */
    readonly text: number;
    /** The folders of the build that it is compiled into. */
    readonly folders: readonly string[];
  }[];
  readonly texts: readonly string[];
}
