/** The version of Kibitz, as in package.json. */
export const version = "0.1.0";
