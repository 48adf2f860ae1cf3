import { isPieceName, type PieceName, pieceDrawings } from "../art/kibitz.ts";
import { rolesByLetter } from "../rules/fen.ts";

/** Chessground's pieces, and those beside its board. */
const pieceSelector = "piece, .piece";
const drawings = new Map<PieceName, Element>();

/**
 * Draws the pieces inside the document, since hosts may forbid images, even those in `data:` addresses. The classes of
 * an element name the piece, as for a style sheet.
 */
export function keepDrawn(root: HTMLElement): void {
  const look = (element: Element) => {
    if (element.matches(pieceSelector)) drawPiece(element);
    for (const piece of element.querySelectorAll(pieceSelector)) drawPiece(piece);
  };
  new MutationObserver((changes) => {
    for (const { type, target, addedNodes } of changes) {
      if (type === "attributes" && target instanceof Element) look(target);
      for (const node of addedNodes) if (node instanceof Element) look(node);
    }
  }).observe(root, { subtree: true, childList: true, attributeFilter: ["class"] });
  look(root);
}

function drawPiece(piece: Element): void {
  const side = piece.classList.contains("white") ? "w" : "b";
  const [letter] = Object.entries(rolesByLetter).find(([, role]) => piece.classList.contains(role)) ?? [];
  const name = `${side}${letter ?? ""}`;
  const isPiece = isPieceName(name);
  if (piece.firstElementChild?.getAttribute("data-piece") === (isPiece ? name : "")) return;
  piece.replaceChildren(...(isPiece ? [drawingOf(name)] : []));
}

/** Each drawing names its gradient uniquely, so that all of them fit into one document. */
function drawingOf(name: PieceName): Node {
  const drawing = drawings.get(name);
  if (drawing) return drawing.cloneNode(true);
  const drawn = new DOMParser().parseFromString(pieceDrawings[name], "image/svg+xml").documentElement;
  // A style sheet in a drawing would apply to the whole page.
  drawn.querySelector("style")?.remove();
  drawn.setAttribute("class", "drawn-piece");
  drawn.setAttribute("data-piece", name);
  drawings.set(name, drawn);
  return drawn.cloneNode(true);
}
