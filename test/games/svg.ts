export interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: Element[];
  text: string;
}

const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/** Reads character data strictly: no markup, no bare ampersand, no entity but the five, no forbidden character. */
function characterData(raw: string): string {
  if (/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/u.test(raw))
    throw new Error("forbidden character");
  if (raw.includes("<") || raw.includes("]]>")) throw new Error("markup in text");
  return raw.replace(/&([^;]*;?)/g, (_, reference: string) => {
    const character = reference.endsWith(";") ? entities[reference.slice(0, -1)] : undefined;
    if (character === undefined) throw new Error(`bad reference: &${reference.slice(0, 20)}`);
    return character;
  });
}

/** The root of a document of the XML that the pictures use: elements, attributes and text. Throws on all else. */
export function parseXml(source: string): Element {
  const open: Element[] = [{ name: "", attributes: {}, children: [], text: "" }];
  const token = /<\/([\w-]+)>|<([\w-]+)((?:\s+[\w:-]+="[^"<]*")*)(\/?)>|([^<]+)/gy;
  let end = 0;
  for (const [all, closing, opening, attributes = "", empty, text] of source.matchAll(token)) {
    end += all.length;
    const parent = open.at(-1);
    if (parent === undefined) throw new Error("closed too often");
    if (text !== undefined) parent.text += characterData(text);
    if (closing !== undefined && open.pop()?.name !== closing) throw new Error(`unexpected </${closing}>`);
    if (opening === undefined) continue;
    const pairs = [...attributes.matchAll(/([\w:-]+)="([^"]*)"/g)].map(
      ([, name = "", value = ""]) => [name, characterData(value)] as const,
    );
    const element: Element = { name: opening, attributes: Object.fromEntries(pairs), children: [], text: "" };
    if (Object.keys(element.attributes).length !== pairs.length) throw new Error("an attribute is given twice");
    parent.children.push(element);
    if (empty === "") open.push(element);
  }
  const [document] = open;
  const [root] = document?.children ?? [];
  if (end !== source.length) throw new Error(`not well-formed at ${source.slice(end, end + 40)}`);
  if (open.length !== 1 || document?.text.trim() !== "" || root === undefined || document.children.length !== 1) {
    throw new Error("not one closed root");
  }
  return root;
}

export const descendants = (element: Element): readonly Element[] => [
  element,
  ...element.children.flatMap(descendants),
];
export const named = (root: Element, name: string) => descendants(root).filter((element) => element.name === name);
export const classed = (root: Element, name: string) =>
  descendants(root).filter((element) => element.attributes.class === name);
