import type { JSX } from "preact";

declare module "preact" {
  namespace JSX {
    interface IntrinsicElements {
      /** A piece as chessground's styles draw it: its classes are a colour and a role. */
      piece: JSX.HTMLAttributes<HTMLElement>;
    }
  }
}
