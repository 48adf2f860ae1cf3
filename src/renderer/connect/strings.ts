export * from "../ui/strings.ts";

export const states = {
  connected: "Waiting for its first call",
  found: "Not connected",
  called: "Has called, but is not in its configuration",
  missing: "Not installed",
  off: "Connected, but switched off",
  elsewhere: "Connected to another Kibitz",
  stale: "Connected, but the entry does not work",
  unreadable: "Its configuration cannot be read",
};
export const hasCalled = "Has called";
export const hasCalledAbout = (about: string, name: string, version: string) =>
  `${about} ${name} ${version} has called.`;
export const previousVersionIsKeptIn = "The previous version of the file is kept in";
export const playTitle = (title: string) => `Play ${title}`;
export const connect = (title: string) => `Connect ${title}`;
export const repair = "Repair";
export const connectHere = "Connect to this Kibitz instead";
export const mendThenReload = "Repair the file, then reload this page.";
export const connectCanBeUndone =
  "Connect adds one entry to the assistant’s configuration file and keeps a copy of it; Disconnect takes the entry out again.";
export const disconnect = (title: string) => `Disconnect ${title}`;
export const disconnectLabel = "Disconnect";
export const askIn = (title: string) => `Let ${title} add it`;
export const get = (title: string) => `Get ${title}`;
export const whatIsWritten = "What is written";
export const whatWillBeWritten = "What will be written, and how to do it by hand";
export const kibitzsOwnEntryAndNothing = "Kibitz’s own entry, and nothing else, in";
export const and = " and ";
export const orInTerminal = "Or, in a terminal:";
export const inTerminal = (title: string) => `${title}, in a terminal`;
export const blockForCopied = (title: string) => `Block for ${title} copied.`;
export const copy = "Copy";

export const onceConnectedSayPlay = (game: string) =>
  `Once connected, say “Play ${game.toLowerCase()} with me on Kibitz”, or paste a game’s join prompt. Any program that can use MCP servers will do; these are the most common.`;
export const noneOfUsualAssistants = "None of the usual assistants was found on this machine. These are the most used.";
export const notFoundOnThisMachine = (missing: string) => `Not found on this machine: ${missing}`;

export const isConnected = "is connected.";
export const isDisconnected = "is disconnected.";
