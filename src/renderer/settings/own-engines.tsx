import { useEffect, useRef, useState } from "preact/hooks";
import type { AddedEngine, FoundEngine, KnownEngines } from "../../shared/api.ts";
import { removedEngineText } from "../../shared/league-words.ts";
import { onReturn } from "../api/live.ts";
import { noProblems, type Problems, problemsIn } from "../api/problems.ts";
import type { Answer } from "../api/request.ts";
import { Button, CheckIcon } from "../ui/button.tsx";
import { useConfirm } from "../ui/dialog.tsx";
import { Field, Lines, More, NumberField, Problem, Select, TextField } from "../ui/field.tsx";
import { useBusy } from "../ui/hooks.ts";
import { numberIn } from "../ui/number-in.ts";
import { addEngine, deleteEngine, getEngineLeagues, getEngines, testEngine } from "./model-keys.tsx";
import { SettingForm } from "./setting-fields.tsx";
import { changeSettings, settings } from "./settings.ts";

const fieldNames = ["name", "path", "args", "options", "move_ms"];

/** The form to add an engine: the host starts the engine once, and reports its problems. */
function EngineForm({ onAdded, onCancel }: { onAdded: (engines: KnownEngines) => void; onCancel: () => void }) {
  const [texts, setTexts] = useState({ name: "", path: "", args: "", options: "", seconds: "1" });
  const [problems, setProblems] = useState<Problems>(noProblems);
  const [busy, setBusy] = useState(false);
  const adding = useRef<AbortController>(null);
  /** A field's text and problem. @param field the host's name for it */
  const fieldOf = (name: keyof typeof texts, field: string = name) => ({
    text: texts[name],
    problem: problems.fields[field] ?? null,
    onText: (text: string) => {
      setTexts((before) => ({ ...before, [name]: text }));
      // The problem may be solved by now: the next attempt shows it.
      setProblems(noProblems);
    },
  });

  const add = async () => {
    const reading = readEngine(texts);
    if ("wrong" in reading) return setProblems({ fields: reading.wrong, other: null });
    setProblems(noProblems);
    setBusy(true);
    const abort = new AbortController();
    adding.current = abort;
    const answer = await addEngine(reading.engine, abort.signal);
    if (abort.signal.aborted) return;
    setBusy(false);
    if (answer.ok) return onAdded(answer.value);
    // A program's failure is shown at the field with its path.
    if (answer.code === "ENGINE_FAILED") return setProblems({ fields: { path: answer.message }, other: null });
    setProblems(problemsIn(answer.message, fieldNames));
  };

  return (
    <SettingForm
      onSubmit={() => void add()}
      ask={{
        action: busy ? "Testing…" : "Test and add",
        busy,
        onCancel: () => {
          adding.current?.abort();
          onCancel();
        },
      }}
    >
      <TextField label="Name" class="name" maxLength={40} {...fieldOf("name")} />
      <TextField
        label="Program"
        hint="The full path, such as /usr/games/stockfish."
        class="whole"
        spellcheck={false}
        {...fieldOf("path")}
      />
      <Lines
        label="Options"
        hint="One per line, such as Hash = 64. A button takes no value: Clear Hash =."
        {...fieldOf("options")}
      />
      <More
        class="setting-more"
        summary="Arguments and thinking time"
        wrong={"args" in problems.fields || "move_ms" in problems.fields}
      >
        <div class="setting-form stack gap-3">
          <Lines label="Arguments of the program" hint="One per line." {...fieldOf("args")} />
          <NumberField label="Seconds per move, without a clock" {...fieldOf("seconds", "move_ms")} />
        </div>
      </More>
      <Problem text={problems.other} />
    </SettingForm>
  );
}

type Texts = Readonly<Record<"name" | "path" | "args" | "options" | "seconds", string>>;

const linesOf = (text: string): readonly string[] => text.split("\n").flatMap((line) => line.trim() || []);

/** The typed texts in the host's form, or the problem of each field. */
function readEngine(texts: Texts): { readonly engine: AddedEngine } | { readonly wrong: Problems["fields"] } {
  const ms = Math.round(numberIn(texts.seconds) * 1000);
  const pairs = linesOf(texts.options).map((line) => /^([^=]+)=(.*)$/.exec(line) ?? [line]);
  const odd = pairs.find(([, option]) => option === undefined);
  const wrong = {
    ...(texts.name.trim() === "" ? { name: "Enter a name." } : {}),
    ...(texts.path.trim() === "" ? { path: "Enter the program’s path." } : {}),
    ...(odd ? { options: `“${odd[0]}” has no value: write it as Name = value.` } : {}),
    ...(ms >= 1 && ms <= 3_600_000 ? {} : { move_ms: "Enter a number of seconds, up to an hour." }),
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

/** The outcome of testing an engine. */
type TestOutcome = "busy" | { readonly ok: boolean; readonly text: string };

/** The UCI engines that the person added, which can enter leagues and analyse. */
export function OwnEngines() {
  const [engines, setKnown] = useState<KnownEngines | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [adding, setAdding] = useState(false);
  const [outcomes, setTested] = useState<Readonly<Record<string, TestOutcome>>>({});
  const { confirm, dialog } = useConfirm();

  const take = (answer: Answer<KnownEngines>) => {
    setProblem(answer.ok ? null : answer.message);
    if (answer.ok) setKnown(answer.value);
  };
  const refresh = async () => take(await getEngines());
  useEffect(() => onReturn(() => void refresh()), []);
  const { analysis_engine: choice } = settings.value;
  useEffect(() => {
    // An engine that was chosen elsewhere may have been added there too.
    if (engines !== null && engines.analysis_engine !== choice) void refresh();
  }, [choice]);

  const test = async (name: string) => {
    const tell = (outcome: TestOutcome) => setTested((before) => ({ ...before, [name]: outcome }));
    tell("busy");
    const answer = await testEngine(name);
    tell({
      ok: answer.ok,
      text: answer.ok ? `It works: ${answer.value.title || "a UCI engine"}.` : answer.message,
    });
  };
  const remove = async (name: string) => {
    const answer = await getEngineLeagues(name);
    if (!answer.ok) return setProblem(answer.message);
    const plays = removedEngineText("It", answer.value.leagues);
    confirm({
      title: `Remove the engine “${name}”?`,
      text: `${plays} Leagues can no longer enter it${choice === name ? ", and Kibitz’s own engine analyses" : ""}. The program itself stays where it is.`.trimStart(),
      action: "Remove the engine",
      danger: true,
      run: async () => take(await deleteEngine(name)),
    });
  };

  return (
    <section class="group" aria-labelledby="own-engines">
      <div>
        <h2 id="own-engines">Engines of your own</h2>
        <p class="quiet">Programs on this machine that speak UCI. They can take part in leagues, and analyse.</p>
      </div>
      <Problem text={problem} />
      {engines !== null && engines.engines.length > 0 && (
        <ul class="setting-list">
          {engines.engines.map((engine) => (
            <Line
              key={engine.name}
              engine={engine}
              lastTest={outcomes[engine.name] ?? null}
              onTest={() => void test(engine.name)}
              onRemove={() => void remove(engine.name)}
            />
          ))}
        </ul>
      )}
      {engines?.found && !adding && <EngineOffer engine={engines.found} onAdded={setKnown} />}
      {engines !== null &&
        (adding ? (
          <EngineForm
            onAdded={(all) => {
              setKnown(all);
              setAdding(false);
            }}
            onCancel={() => {
              setAdding(false);
              // The test may have been cancelled too late.
              void refresh();
            }}
          />
        ) : (
          <div>
            <Button label="Add an engine" size="small" onClick={() => setAdding(true)} />
          </div>
        ))}
      {engines !== null && <AnalysisEngine answer={engines} />}
      {dialog}
    </section>
  );
}

function Line(props: { engine: AddedEngine; lastTest: TestOutcome | null; onTest(): void; onRemove(): void }) {
  const { lastTest, onTest, onRemove } = props;
  const { name, path, args, options, move_ms } = props.engine;
  const set = Object.entries(options).map(([option, value]) => `${option} = ${value}`);
  const outcome = lastTest === "busy" ? null : lastTest;
  return (
    <li>
      <div class="row middle gap-1-3">
        <span class="setting-words column shrinks">
          <bdi>{name}</bdi>
          <code class="quiet">{[path, ...args].join(" ")}</code>
          <span class="quiet small">{[...set, `${move_ms / 1000} s per move`].join(" · ")}</span>
        </span>
        <span class="button-row setting-actions">
          <Button size="small" aria-label={`Test ${name}`} disabled={lastTest === "busy"} onClick={onTest}>
            {lastTest === "busy" ? "Testing…" : "Test"}
          </Button>
          <Button label="Remove" size="small" aria-label={`Remove ${name}`} onClick={onRemove} />
        </span>
      </div>
      <p role="status" class={outcome?.ok === false ? "field-error" : "setting-state line gap-1 small set"}>
        {outcome?.ok && <CheckIcon />}
        {outcome?.text}
      </p>
    </li>
  );
}

/** An engine that was found on this machine, to be added with one click. It is not started before. */
function EngineOffer({ engine, onAdded }: { engine: FoundEngine; onAdded: (engines: KnownEngines) => void }) {
  const { name, path } = engine;
  const [busy, run] = useBusy();
  const [problem, setProblem] = useState<string | null>(null);
  const add = async () => {
    setProblem(null);
    const answer = await addEngine({ name, path, args: [], options: {}, move_ms: 1_000 }, new AbortController().signal);
    if (answer.ok) onAdded(answer.value);
    else setProblem(answer.message);
  };
  return (
    <div class="row middle gap-1-3">
      <span class="setting-words column shrinks">
        Stockfish was found on this machine.
        <code class="quiet">{path}</code>
        {problem !== null && (
          <span class="field-error" role="alert">
            {problem}
          </span>
        )}
      </span>
      <span class="button-row setting-actions">
        <Button size="small" disabled={busy} onClick={() => void run(add)}>
          {busy ? "Testing…" : "Test and add it"}
        </Button>
      </span>
    </div>
  );
}

/** A value that is no engine's name. */
const BUILT_IN_ENGINE = "";

function AnalysisEngine({ answer: { engines, analysis_engine } }: { answer: KnownEngines }) {
  const { analysis_engine: choice } = settings.value;
  const isUnknown = choice !== null && engines.every(({ name }) => name !== choice);
  // An engine that was chosen after this list was loaded is still being fetched.
  const isGone = isUnknown && analysis_engine === choice;
  if (engines.length === 0 && !isUnknown) return null;
  return (
    <Field
      label="Analyse with"
      hint="For scores, best lines, reviews, and leagues that end games by score. The computer’s levels stay as they are."
      error={isGone ? `“${choice}” is missing, so Kibitz’s own engine is used. Choose another.` : null}
    >
      {(ids) => (
        <Select
          {...ids}
          class="name"
          value={choice ?? BUILT_IN_ENGINE}
          options={[
            { value: BUILT_IN_ENGINE, label: "Kibitz’s own engine" },
            ...engines.map(({ name }) => ({ value: name, label: name })),
            ...(isUnknown ? [{ value: choice, label: choice, disabled: true }] : []),
          ]}
          onChange={(name) => void changeSettings({ analysis_engine: name === BUILT_IN_ENGINE ? null : name })}
        />
      )}
    </Field>
  );
}
