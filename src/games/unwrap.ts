/** The wrapping of a move: assistants mark it as code, quote it, or emphasise it. */
const wrapping = /^[\s"'`*“”‘’]+|[\s"'`*“”‘’]+$/g;

/** A written move, of some hundred characters at most, without spaces, quotes and Markdown around it. */
export const unwrap = (text: string): string => text.replace(wrapping, "");

/** A written move that is one word or figure, also in full-width signs, and without invisible ones and its full stop. */
export const loneWord = (text: string): string =>
  unwrap(unwrap(text.normalize("NFKC").replace(/\p{Default_Ignorable_Code_Point}/gu, "")).replace(/[.!]+$/, ""));
