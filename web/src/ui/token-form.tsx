import { type ReactElement, type SubmitEvent, useEffect, useId, useRef, useState } from 'react';
import type { Refusal } from '../feed/feed-state.ts';
import { openSession } from '../session.ts';
import { text } from './text/page.ts';
import './token.css';

/** Where a person puts the token that the server asks for. It leaves the page as soon as the server has it. */
export function TokenForm(props: { refusal: Refusal; onAccepted: () => void }): ReactElement {
  const { refusal, onAccepted } = props;
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const id = useId();

  useEffect(() => {
    // Not out of the hands of somebody who is busy elsewhere in the page when a token expires.
    if (document.activeElement === document.body) input.current?.focus();
  }, []);

  const submit = async (event: SubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const form = event.currentTarget;
    setBusy(true);
    setProblem(null);
    const wrong = await openSession(input.current?.value ?? '');
    setBusy(false);
    setProblem(wrong);
    if (wrong === null) {
      form.reset();
      onAccepted();
    } else {
      input.current?.focus();
      // What is typed or pasted next replaces it.
      input.current?.select();
    }
  };

  return (
    <section className="card token" aria-labelledby={`${id}title`}>
      <h2 id={`${id}title`}>{refusal.status === 'forbidden' ? text.tokenOther : text.tokenTitle}</h2>
      <p id={`${id}why`}>
        {refusal.reason && `${text.says(refusal.reason)} `}
        {text.tokenKept}
      </p>
      <form onSubmit={(event) => void submit(event)}>
        <label htmlFor={`${id}token`}>{text.token}</label>
        {/* No name: a form that a browser sends by itself, because a script failed, would put it into the URL. */}
        <input
          ref={input}
          id={`${id}token`}
          type="password"
          required
          autoComplete="off"
          spellCheck={false}
          aria-invalid={problem !== null}
          aria-describedby={problem === null ? `${id}why` : `${id}problem`}
        />
        <button type="submit" disabled={busy}>
          {text.tokenSubmit}
        </button>
      </form>
      <p id={`${id}problem`} role="alert">
        {problem}
      </p>
    </section>
  );
}
