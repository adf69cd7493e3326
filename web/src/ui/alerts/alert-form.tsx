import {
  type ReactElement,
  type SubmitEvent,
  useEffect,
  useId,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import type { AlertDesk } from '../../alerts/alert-desk.ts';
import type { Problem } from '../../answer.ts';
import { BLANK, type Draft, fieldOf, ruleOf } from '../../alerts/draft.ts';
import { createRule } from '../../alerts/rule-api.ts';
import { problemWords } from '../problem-words.ts';
import { alertText } from '../text/alerts.ts';
import type { Said } from './alerts-panel.tsx';
import { ConditionFields } from './condition-fields.tsx';
import { Field } from './field.tsx';
import { RepeatFields } from './repeat-fields.tsx';
import { ruleName } from './rule-words.ts';

/** Where an alert is described, and set. */
export function AlertForm(props: {
  desk: AlertDesk;
  shown: string | null;
  tickers: readonly string[];
  onSaid: (said: Said) => void;
}): ReactElement {
  const { desk, shown, tickers, onSaid } = props;
  const draft = useSyncExternalStore(desk.draft.subscribe, desk.draft.get);
  const wanted = useSyncExternalStore(desk.formWanted.subscribe, desk.formWanted.get);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [busy, setBusy] = useState(false);
  const [opened, setOpened] = useState(draft.url !== '');
  const form = useRef<HTMLFormElement>(null);
  const id = useId();
  const field = problem && fieldOf(problem);
  const change = (part: Partial<Draft>): void => {
    desk.draft.set({ ...desk.draft.get(), ...part });
    setProblem(null);
  };
  const wrong = (at: typeof field): string | null => (problem && field === at ? problemWords(problem) : null);

  useEffect(() => {
    // To what the server does not take.
    if (problem) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [problem]);

  useEffect(() => {
    if (!wanted) return;
    desk.formWanted.set(false);
    form.current?.scrollIntoView({ block: 'nearest' });
    // All is filled in: what is left is to press it.
    form.current?.querySelector<HTMLElement>('[type=submit]')?.focus();
  }, [desk, wanted]);

  const submit = async (event: SubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    if (busy) return;
    const rule = ruleOf(draft, shown);
    const name = ruleName(rule);
    setBusy(true);
    setProblem(null);
    const answer = await createRule(rule);
    setBusy(false);
    await desk.book.refresh();
    if (!answer.ok) {
      setProblem(answer.problem);
      // Where it is about a field, it is said there.
      return onSaid({ words: fieldOf(answer.problem) ? '' : problemWords(answer.problem), bad: true });
    }
    onSaid({ words: alertText.set(name), bad: false });
    const secret = answer.value.webhook?.secret;
    if (secret !== undefined) desk.secret.set({ name, secret });
    // Unless the next one is being described already.
    if (desk.draft.get() === draft) desk.draft.set({ ...BLANK, ticker: draft.ticker });
    setOpened(false);
    // Now that there is something to notify of. Still within what browsers count as this person's click.
    void desk.notifier.askOnce();
  };

  return (
    <form
      ref={form}
      className="alert-form"
      onSubmit={(event) => void submit(event)}
      aria-labelledby={`${id}title`}
    >
      <h2 id={`${id}title`}>{alertText.newTitle}</h2>
      <Field label={alertText.ticker} problem={wrong('ticker')}>
        {(attributes) => (
          <input
            {...attributes}
            list={`${id}tickers`}
            value={draft.ticker ?? shown ?? ''}
            required
            maxLength={32}
            autoComplete="off"
            spellCheck={false}
            onChange={({ target }) => change({ ticker: target.value })}
          />
        )}
      </Field>
      <datalist id={`${id}tickers`}>
        {tickers.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <ConditionFields draft={draft} problem={wrong('amount')} onChange={change} />
      <RepeatFields draft={draft} onChange={change} />
      <Field label={alertText.note} problem={wrong('note')} wide={draft.repeat === 'once'}>
        {(attributes) => (
          <input
            {...attributes}
            value={draft.note}
            maxLength={200}
            onChange={({ target }) => change({ note: target.value })}
          />
        )}
      </Field>
      <details
        className="wide"
        open={opened || wrong('url') !== null}
        onToggle={({ currentTarget }) => setOpened(currentTarget.open)}
      >
        <summary>{alertText.webhookTitle}</summary>
        <Field label={alertText.url} problem={wrong('url')} help={alertText.urlHelp}>
          {(attributes) => (
            <input
              {...attributes}
              type="url"
              value={draft.url}
              maxLength={2000}
              placeholder={alertText.urlStart}
              autoComplete="off"
              onChange={({ target }) => change({ url: target.value })}
            />
          )}
        </Field>
      </details>
      <button type="submit" className="wide main-action" aria-disabled={busy}>
        {busy ? alertText.submitting : alertText.submit}
      </button>
    </form>
  );
}
