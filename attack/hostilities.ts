/** The attacks of hostile players' servers, each by its answer. */
export const hostilities = [
  "a pattern that backtracks",
  "unique items",
  "a schema of 900 KB",
  "a schema of 200 KB",
  "a thousand kinds of content",
  "JSON that is deep",
  "a schema that is deep",
  "a list without end",
  "names with escape sequences",
  "no tools",
  "events without end",
  "an event without end",
  "empty lines without end",
  "a batch",
  "what unpacks to more",
  "a byte at a time",
  "silence",
  "redirects",
  "questions back",
  "refusals of backslashes",
  "errors that are long",
  "moves with long remarks",
] as const;
/** And models, likewise. */
export const hostileModels = [
  "a model that calls thousands of tools",
  "a model whose answer is deep",
  "a model that says what no move is",
  "a model with a long error",
  "a model that is a bomb",
] as const;
