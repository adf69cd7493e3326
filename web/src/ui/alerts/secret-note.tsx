import { type ReactElement, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { AlertDesk, Secret } from '../../alerts/alert-desk.ts';
import { alertText } from '../text/alerts.ts';

/** The secret of a webhook that was just set: shown until the person is done with it, and never again. */
export function SecretNote({ desk }: { desk: AlertDesk }): ReactElement | null {
  const secret = useSyncExternalStore(desk.secret.subscribe, desk.secret.get);
  return secret && <Shown key={secret.secret} secret={secret} onDone={() => desk.secret.set(null)} />;
}

function Shown({ secret: { name, secret }, onDone }: { secret: Secret; onDone: () => void }): ReactElement {
  const box = useRef<HTMLElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const [copied, setCopied] = useState('');
  useEffect(() => {
    // Braces: where it returns a promise, as in newer browsers, React would take that for a clean-up.
    box.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  const copy = async (): Promise<void> => {
    field.current?.select();
    try {
      // Absent where the page is not secure: plain http of another machine.
      await navigator.clipboard.writeText(secret);
      setCopied(alertText.copied);
    } catch {
      setCopied(alertText.notCopied);
    }
  };
  return (
    <section ref={box} className="secret" aria-label={`${alertText.secretTitle}: ${name}`}>
      <h3>{alertText.secretTitle}</h3>
      <p>
        {name}. {alertText.secretHelp}
      </p>
      <input ref={field} readOnly value={secret} aria-label={alertText.secretTitle} data-testid="secret" />
      <div className="actions">
        <button type="button" onClick={() => void copy()}>
          {alertText.copy}
        </button>
        <button
          type="button"
          onClick={({ currentTarget }) => {
            // It goes with the secret.
            currentTarget.closest<HTMLElement>('.panel')?.focus();
            onDone();
          }}
        >
          {alertText.done}
        </button>
        <span role="status">{copied}</span>
      </div>
    </section>
  );
}
