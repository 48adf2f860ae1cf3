/** What a host and its pages say once the build that it was started from has been replaced. */
export const rebuilt =
  "Kibitz was rebuilt. This one goes on as it was; to use the new version, end it (in its folder: npm run kibitz stop) " +
  "and start it again.";
