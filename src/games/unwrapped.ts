/** The wrapping of a move: assistants mark it as code, quote it, or emphasise it. */
const around = /^[\s"'`*“”‘’]+|[\s"'`*“”‘’]+$/g;

/** A written move, of some hundred characters at most, without spaces, quotes and Markdown around it. */
export const unwrapped = (text: string): string => text.replace(around, "");
