import { isPieceName, type PieceName, pieceDrawings } from "../art/kibitz.ts";

const letters: Record<string, string> = { king: "K", queen: "Q", rook: "R", bishop: "B", knight: "N", pawn: "P" };
const drawings = new Map<PieceName, Element>();

/**
 * Draws the pieces as part of the document: hosts may forbid images altogether, those in `data:` addresses included.
 * The classes of a `<piece>` say what it is, as for a style sheet.
 */
export function keepDrawn(root: HTMLElement): void {
  const look = (element: Element) => {
    if (element.localName === "piece") draw(element);
    for (const piece of element.getElementsByTagName("piece")) draw(piece);
  };
  new MutationObserver((changes) => {
    for (const { type, target, addedNodes } of changes) {
      if (type === "attributes" && target instanceof Element) look(target);
      for (const node of addedNodes) if (node instanceof Element) look(node);
    }
  }).observe(root, { subtree: true, childList: true, attributeFilter: ["class"] });
  look(root);
}

function draw(piece: Element): void {
  const side = piece.classList.contains("white") ? "w" : "b";
  const letter = [...piece.classList].map((name) => letters[name]).find((found) => found !== undefined);
  const name = `${side}${letter ?? ""}`;
  const known = isPieceName(name);
  if (piece.firstElementChild?.getAttribute("data-piece") === (known ? name : "")) return;
  piece.replaceChildren(...(known ? [drawingOf(name)] : []));
}

/** Every drawing calls its gradient by its own name, so that all of them fit into one document. */
function drawingOf(name: PieceName): Node {
  const known = drawings.get(name);
  if (known) return known.cloneNode(true);
  const drawn = new DOMParser().parseFromString(pieceDrawings[name], "image/svg+xml").documentElement;
  // It would count for the whole page.
  drawn.querySelector("style")?.remove();
  drawn.setAttribute("class", "drawn-piece");
  drawn.setAttribute("data-piece", name);
  drawings.set(name, drawn);
  return drawn.cloneNode(true);
}
