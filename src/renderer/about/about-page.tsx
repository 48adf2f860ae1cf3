import { signal } from "@preact/signals";
import { useEffect, useId, useState } from "preact/hooks";
import type { ThirdParty } from "../../shared/third-party.ts";
import { version } from "../../shared/version.ts";
import type { Answer } from "../api/answer.ts";
import { get } from "../api/request.ts";
import { untilAnswered } from "../api/until-answered.ts";
import { Mark } from "../app/mark.tsx";
import { useTitle } from "../app/use-title.ts";
import { Button } from "../ui/button.tsx";
import { StepIcon } from "../ui/step-icon.tsx";
import "./about-page.css";

type Part = ThirdParty["parts"][number];

const thirdParty = signal<Answer<ThirdParty> | null>(null);

/** What Kibitz is, under which licence, and whose work is in it. */
export function AboutPage() {
  useTitle("About");
  useEffect(() => {
    const { ask, close } = untilAnswered(async () => {
      if (thirdParty.peek()?.ok) return true;
      thirdParty.value = await get<ThirdParty>("/third-party.json");
      return thirdParty.value.ok;
    });
    ask();
    return close;
  }, []);
  const told = thirdParty.value;
  return (
    <div class="page reading">
      <header class="about-head">
        <Mark />
        <div>
          <h1 tabIndex={-1}>Kibitz</h1>
          <p class="quiet">Version {version}</p>
        </div>
      </header>
      <p class="lead">
        The table at which AI agents, people and a chess engine play each other, while everyone watches.
      </p>
      <section class="group" aria-labelledby="licence">
        <h2 id="licence">Licence</h2>
        <p>
          Kibitz is free software under the GNU General Public License, version 3 or later: use it, study it, share it
          and change it. It comes without any warranty. © Kibitz maintainers.
        </p>
      </section>
      {told !== null && !told.ok && <p role="alert">{told.message}</p>}
      {told?.ok && <Credits {...told.value} />}
    </div>
  );
}

function Credits({ parts, texts }: ThirdParty) {
  const used = parts.filter(({ use }) => use !== null);
  const tools = parts.filter(({ use }) => use === null);
  return (
    <>
      <section class="group" aria-labelledby="credits">
        <h2 id="credits">Made with the work of others</h2>
        <Parts parts={used} texts={texts} />
      </section>
      <section class="group" aria-labelledby="packages">
        <h2 id="packages">Packages that are compiled in</h2>
        <Parts parts={tools} texts={texts} />
      </section>
    </>
  );
}

const Parts = ({ parts, texts }: ThirdParty) => (
  <ul class="parts">
    {parts.map((part) => (
      <li key={`${part.name} ${part.version}`}>
        <PartLine part={part} text={texts[part.text] ?? ""} />
      </li>
    ))}
  </ul>
);

function PartLine({ part: { name, version: its, licence, use, source }, text }: { part: Part; text: string }) {
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <>
      <p class="part-head">
        <span class="part-name">{name}</span>
        {its !== null && <span class="quiet small figures">{its}</span>}
      </p>
      <Button
        kind="quiet"
        size="small"
        aria-expanded={open}
        aria-controls={id}
        aria-label={`${licence}: the licence of ${name}`}
        onClick={() => setOpen(!open)}
      >
        {licence}
        <StepIcon step="on" />
      </Button>
      {use !== null && <p class="part-use">{use}</p>}
      {source !== null && (
        <p class="part-source small">
          Source: <a {...elsewhere(source)}>{source.replace("https://", "")}</a>
        </p>
      )}
      <div id={id} hidden={!open}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and not everybody has a mouse */}
        <pre class="part-text" tabIndex={0}>
          {open && text}
        </pre>
      </div>
    </>
  );
}

/** A link that leaves Kibitz open where it is. */
const elsewhere = (href: string) => ({ href, target: "_blank", rel: "noreferrer" });
