/** The notice of a host and its pages once the build that it was started from has been replaced. */
export const rebuildNotice =
  "Kibitz was rebuilt, and this host still runs the previous version. To use the new one, stop the host " +
  "(in its folder: npm run kibitz stop) and start it again.";
