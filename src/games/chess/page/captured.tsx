import { roleToChar } from "chessops/util";
import type { Role } from "../rules/fen.ts";
import { byValue, imageOf } from "./material.ts";
import * as strings from "./strings.ts";

/** The pieces that a side has captured, in a row, with its advantage. */
export function Captured(props: { readonly taken: readonly Role[]; readonly ahead: number }) {
  const words = props.taken.length === 0 ? strings.nothingCaptured : strings.captured(byValue(props.taken).join(", "));
  return (
    <span class="captured">
      <span class="visually-hidden">
        {words}
        {props.ahead > 0 && strings.aheadBy(props.ahead)}
      </span>
      <span class="captured-pieces" aria-hidden="true">
        {byValue(props.taken).map((role, index, all) => (
          <span
            key={`${role}${index}`}
            class="taken"
            style={{ "--taken": imageOf(roleToChar(role)) }}
            data-first={role !== all[index - 1]}
          />
        ))}
      </span>
      {props.ahead > 0 && (
        <span class="captured-ahead" aria-hidden="true">
          +{props.ahead}
        </span>
      )}
    </span>
  );
}
