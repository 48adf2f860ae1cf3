import { useState } from "preact/hooks";
import { getSettings } from "../api/client.ts";
import { listenNow } from "../api/live.ts";
import { offerSignIn } from "../api/sign-in.ts";
import { Button } from "../ui/button.tsx";
import { TextField } from "../ui/field.tsx";
import { submits } from "../ui/hooks.ts";
import { useTitle } from "./lazy.tsx";
import * as strings from "./strings.ts";

const wrong = strings.wrongToken;

/** Instructions for a browser that is not signed in. */
export function SignInPage() {
  useTitle(strings.signIn);
  const [text, setText] = useState("");
  const [error, setError] = useState<string | null>(null);
  const signIn = async () => {
    if (!offerSignIn(text)) return setError(wrong);
    const answer = await getSettings();
    if (answer.ok) listenNow();
    else setError(answer.code === "UNAUTHORIZED" ? wrong : answer.message);
  };
  return (
    <div class="page reading">
      <h1 tabIndex={-1}>{strings.notSignedIn}</h1>
      <p class="lead">{strings.signInOnce}</p>
      <ul class="ways-in stack">
        <li>
          {strings.inKibitzWindowChoose} <strong>{strings.openInBrowser}</strong>.
        </li>
        <li>
          {strings.withoutWindowOpenAddress} <code>{"kibitz headless"}</code> {strings.printsAnother}
        </li>
        <li>
          {strings.orPasteThatAddress} <code>{"person.token"}</code> {strings.inKibitzsDataFolderHere}
        </li>
      </ul>
      <form class="sign-in stack" onSubmit={submits(signIn)}>
        <TextField
          label={strings.addressOrToken}
          type="password"
          class="whole"
          spellcheck={false}
          text={text}
          problem={error}
          onText={(value) => {
            setText(value);
            setError(null);
          }}
        />
        <Button label={strings.signIn} kind="primary" type="submit" disabled={text.trim() === ""} />
      </form>
    </div>
  );
}
