import * as strings from "./strings.ts";
import "./heads-in-words.css";

/** The meaning of short heads, folded away below their table: a title alone is out of reach of fingers and keys. */
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
