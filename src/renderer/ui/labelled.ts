/** The options of a choice, from the label of each value. */
export function labelled<Value extends string>(
  labels: Readonly<Record<Value, string>>,
): readonly { readonly value: Value; readonly label: string }[];
export function labelled(labels: Readonly<Record<string, string>>): readonly object[] {
  return Object.entries(labels).map(([value, label]) => ({ value, label }));
}
