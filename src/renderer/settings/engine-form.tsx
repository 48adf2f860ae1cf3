import { useRef, useState } from "preact/hooks";
import type { AddedEngine, KnownEngines } from "../../shared/api.ts";
import { noProblems, type Problems, problemsIn } from "../api/problems.ts";
import { Lines, More, NumberField, Problem, TextField } from "../ui/field.tsx";
import { addEngine } from "./players-client.ts";
import { SettingForm } from "./setting-fields.tsx";
import * as strings from "./strings.ts";

const fieldNames = ["name", "path", "args", "options", "move_ms"];

/** The form to add an engine: the host starts the engine once, and reports its problems. */
export function EngineForm({ onAdded, onCancel }: { onAdded: (known: KnownEngines) => void; onCancel: () => void }) {
  const [texts, setTexts] = useState({ name: "", path: "", args: "", options: "", seconds: "1" });
  const [problems, setProblems] = useState<Problems>(noProblems);
  const [busy, setBusy] = useState(false);
  const adding = useRef<AbortController>(null);
  /** A field's text and problem. @param told the host's name for it */
  const typed = (name: keyof typeof texts, told: string = name) => ({
    text: texts[name],
    problem: problems.fields[told] ?? null,
    onText: (text: string) => {
      setTexts((before) => ({ ...before, [name]: text }));
      // The problem may be solved by now: the next attempt shows it.
      setProblems(noProblems);
    },
  });

  const add = async () => {
    const read = readEngine(texts);
    if ("wrong" in read) return setProblems({ fields: read.wrong, rest: null });
    setProblems(noProblems);
    setBusy(true);
    const wanted = new AbortController();
    adding.current = wanted;
    const answer = await addEngine(read.engine, wanted.signal);
    if (wanted.signal.aborted) return;
    setBusy(false);
    if (answer.ok) return onAdded(answer.value);
    // A program's failure is shown at the field with its path.
    if (answer.code === "ENGINE_FAILED") return setProblems({ fields: { path: answer.message }, rest: null });
    setProblems(problemsIn(answer.message, fieldNames));
  };

  return (
    <SettingForm
      onSubmit={() => void add()}
      asked={{
        action: busy ? strings.testing : strings.testAndAdd,
        busy,
        onCancel: () => {
          adding.current?.abort();
          onCancel();
        },
      }}
    >
      <TextField label={strings.name} class="name" maxLength={40} {...typed("name")} />
      <TextField
        label={strings.program}
        hint={strings.wholePathSuchAsUsr}
        class="whole"
        spellcheck={false}
        {...typed("path")}
      />
      <Lines label={strings.options} hint={strings.oneLineSuchAsHash} {...typed("options")} />
      <More
        class="setting-more"
        summary={strings.argumentsAndThinkingTime}
        wrong={"args" in problems.fields || "move_ms" in problems.fields}
      >
        <div class="setting-form stack">
          <Lines label={strings.argumentsOfProgram} hint={strings.oneLine} {...typed("args")} />
          <NumberField label={strings.secondsMoveWhereThere} {...typed("seconds", "move_ms")} />
        </div>
      </More>
      <Problem text={problems.rest} />
    </SettingForm>
  );
}

type Texts = Readonly<Record<"name" | "path" | "args" | "options" | "seconds", string>>;

const linesOf = (text: string): readonly string[] => text.split("\n").flatMap((line) => line.trim() || []);

/** The typed texts in the host's form, or the problem of each field. */
function readEngine(texts: Texts): { readonly engine: AddedEngine } | { readonly wrong: Problems["fields"] } {
  const ms = Math.round(Number(texts.seconds.replace(",", ".")) * 1000);
  const pairs = linesOf(texts.options).map((line) => /^([^=]+)=(.*)$/.exec(line) ?? [line]);
  const odd = pairs.find(([, option]) => option === undefined);
  const wrong = {
    ...(texts.name.trim() === "" ? { name: strings.enterName } : {}),
    ...(texts.path.trim() === "" ? { path: strings.enterProgramsPath } : {}),
    ...(odd ? { options: `“${odd[0]}” has no value: write it as Name = value.` } : {}),
    ...(ms >= 1 && ms <= 3_600_000 ? {} : { move_ms: strings.numberOfSecondsUp }),
  };
  if (Object.keys(wrong).length > 0) return { wrong };
  return {
    engine: {
      name: texts.name.trim(),
      path: texts.path.trim(),
      args: linesOf(texts.args),
      options: Object.fromEntries(pairs.map(([, option = "", value = ""]) => [option.trim(), value.trim()])),
      move_ms: ms,
    },
  };
}
