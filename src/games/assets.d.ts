/** A file as text: what a bundler, or scripts/raw-assets.mjs under plain Node, makes of such an import. */
declare module "*?raw" {
  const text: string;
  // biome-ignore lint/style/noDefaultExport: it is how bundlers hand over an asset.
  export default text;
}

/** A picture as a data URI. */
declare module "*?inline" {
  const uri: string;
  // biome-ignore lint/style/noDefaultExport: it is how bundlers hand over an asset.
  export default uri;
}
