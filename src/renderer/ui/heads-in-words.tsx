import * as strings from "./strings.ts";
import "./heads-in-words.css";

/** The meanings of a table's short heads, collapsed below it: touch and keyboard cannot reach a `title`. */
export const HeadsInWords = ({ heads }: { readonly heads: readonly (readonly [head: string, words: string])[] }) => (
  <details
    class="heads-in-words"
    onToggle={({ currentTarget }) => {
      if (currentTarget.open) currentTarget.scrollIntoView({ block: "nearest" });
    }}
  >
    <summary>{strings.columnGuide}</summary>
    <dl>
      {heads.map(([head, words]) => (
        <div key={head}>
          <dt>{head}</dt>
          <dd>{words}</dd>
        </div>
      ))}
    </dl>
  </details>
);
