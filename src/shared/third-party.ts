/** What of others is in Kibitz, as the build writes it for the pages (`scripts/third-party.mjs`). */
export interface ThirdParty {
  readonly parts: readonly {
    readonly name: string;
    readonly version: string | null;
    /** An identifier of SPDX. */
    readonly licence: string;
    /** What it is for and whose it is; null for what is a mere tool of ours. */
    readonly use: string | null;
    /** Where its source is. */
    readonly source: string | null;
    /** Index of its licence in `texts`. */
    readonly text: number;
    /** The folders of the build that it is compiled into. */
    readonly folders: readonly string[];
  }[];
  readonly texts: readonly string[];
}
