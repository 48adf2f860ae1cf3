import { signal } from "@preact/signals";
import { useEffect, useId, useState } from "preact/hooks";
import { whoPlays } from "../../games/kibitz.ts";
import type { ThirdParty } from "../../shared/third-party.ts";
import { version } from "../../shared/version.ts";
import { type Answer, get } from "../api/request.ts";
import { untilAnswered } from "../api/until-answered.ts";
import { Mark } from "../app/header.tsx";
import { useTitle } from "../app/lazy.tsx";
import { Button, StepIcon } from "../ui/button.tsx";
import "./about-page.css";

type LicensedPart = ThirdParty["parts"][number];

const thirdParty = signal<Answer<ThirdParty> | null>(null);

/** The version, the licence and the authors of Kibitz. */
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
  const answer = thirdParty.value;
  return (
    <div class="page reading">
      <header class="about-head gap-4 line">
        <Mark />
        <div>
          <h1 tabIndex={-1}>Kibitz</h1>
          <p class="quiet">{`Version ${version}`}</p>
        </div>
      </header>
      <p class="lead">{`The table at which ${whoPlays}, while everyone watches.`}</p>
      <section class="group" aria-labelledby="licence">
        <h2 id="licence">Licence</h2>
        <p>
          Kibitz is free software under the GNU General Public License, version 3 or later: use it, study it, share it
          and change it. It comes without any warranty. © Kibitz maintainers.
        </p>
      </section>
      {answer !== null && !answer.ok && <p role="alert">{answer.message}</p>}
      {answer?.ok && <Credits {...answer.value} />}
    </div>
  );
}

const Credits = ({ parts, texts }: ThirdParty) => (
  <>
    <Parts id="credits" title="Made with the work of others" parts={parts.filter(({ use }) => use)} texts={texts} />
    <Parts id="packages" title="Compiled-in packages" parts={parts.filter(({ use }) => !use)} texts={texts} />
  </>
);

const Parts = ({ id, title, parts, texts }: ThirdParty & { readonly id: string; readonly title: string }) => (
  <section class="group" aria-labelledby={id}>
    <h2 id={id}>{title}</h2>
    <ul class="parts">
      {parts.map((part) => (
        <li key={`${part.name} ${part.version}`} class="grid ruled">
          <PartLine part={part} text={texts[part.text] ?? ""} />
        </li>
      ))}
    </ul>
  </section>
);

function PartLine({ part: { name, version: its, licence, use, source }, text }: { part: LicensedPart; text: string }) {
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <>
      <p class="third-party-head line">
        <span class="weight-medium">{name}</span>
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
      {use !== null && <p class="part-use quiet">{use}</p>}
      {source !== null && (
        <p class="part-source small">
          Source: <a {...outsideLink(source)}>{source.replace("https://", "")}</a>
        </p>
      )}
      <div id={id} hidden={!open}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and not everybody has a mouse */}
        <pre class="part-text above-3 pad-3 sunken rounded text-xs" tabIndex={0}>
          {open && text}
        </pre>
      </div>
    </>
  );
}

/** An external link, opened beside Kibitz. */
const outsideLink = (href: string) => ({ href, target: "_blank", rel: "noreferrer" });
