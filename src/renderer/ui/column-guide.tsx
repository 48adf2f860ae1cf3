import "./column-guide.css";

/** The meanings of a table's short heads, collapsed below it: touch and keyboard cannot reach a `title`. */
export const ColumnGuide = ({ heads }: { readonly heads: readonly (readonly [head: string, words: string])[] }) => (
  <details
    class="column-guide above-2 more quiet small"
    onToggle={({ currentTarget }) => {
      if (currentTarget.open) currentTarget.scrollIntoView({ block: "nearest" });
    }}
  >
    <summary class="pointable">Column guide</summary>
    <dl>
      {heads.map(([head, words]) => (
        <div key={head} class="flex gap-2">
          <dt class="rigid weight-strong">{head}</dt>
          <dd>{words}</dd>
        </div>
      ))}
    </dl>
  </details>
);
