import { useState } from "preact/hooks";
import { getSettings } from "../api/client.ts";
import { listenNow } from "../api/live.ts";
import { offerSignIn } from "../api/sign-in.ts";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { useTitle } from "./use-title.ts";
import "./sign-in-page.css";

const wrong = "That is not the token of this Kibitz, or its address was used already.";

/** For a browser that is not signed in: what to do. */
export function SignInPage() {
  useTitle("Sign in");
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
      <h1 tabIndex={-1}>This browser is not signed in</h1>
      <p class="lead">
        Your games are on this computer, and only you may see and play them. Once is enough for as long as Kibitz runs.
      </p>
      <ul class="ways-in">
        <li>
          In the Kibitz window, choose <strong>Open in browser</strong>.
        </li>
        <li>
          Without a window, open the address that Kibitz printed when it started. It works once;{" "}
          <code>kibitz headless</code> prints another.
        </li>
        <li>
          Or paste that address, or the text of the file <code>person.token</code> in Kibitz’s data folder, here:
        </li>
      </ul>
      <form
        class="sign-in"
        onSubmit={(event) => {
          event.preventDefault();
          void signIn();
        }}
      >
        <Field label="Address or token" error={error}>
          {(ids) => (
            <input
              {...ids}
              class="input"
              type="password"
              autocomplete="off"
              spellcheck={false}
              value={text}
              onInput={(event) => {
                setText(event.currentTarget.value);
                setError(null);
              }}
            />
          )}
        </Field>
        <Button kind="primary" type="submit" disabled={text.trim() === ""}>
          Sign in
        </Button>
      </form>
    </div>
  );
}
