/** The wrapping of a move: assistants mark it as code, quote it, or stress it. */
const around = /^[\s"'`*“”‘’]+|[\s"'`*“”‘’]+$/g;

/** A move as it was written, of some hundred characters at most, without spaces, quotes and the marks of Markdown around it. */
export const unwrapped = (text: string): string => text.replace(around, "");
