import { Field } from "../ui/field.tsx";
import { levelWord } from "./levels.ts";

export function LevelField(props: { label: string; level: number; onChange: (level: number) => void }) {
  const words = `${props.level} · ${levelWord(props.level)}`;
  return (
    <Field
      label={
        <>
          {props.label} <span class="level-words figures">{words}</span>
        </>
      }
    >
      {(ids) => (
        <input
          {...ids}
          class="range"
          type="range"
          min="1"
          max="10"
          value={props.level}
          aria-valuetext={words}
          onInput={(event) => props.onChange(event.currentTarget.valueAsNumber)}
        />
      )}
    </Field>
  );
}
