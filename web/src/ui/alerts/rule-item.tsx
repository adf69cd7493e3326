import type { AlertRule } from '@ticker/protocol';
import { type ReactElement, useLayoutEffect, useRef, useState } from 'react';
import { changeRule, deleteRule, retryRule } from '../../alerts/rule-api.ts';
import { alertText } from '../text/alerts.ts';
import type { Act } from './alerts-panel.tsx';
import { deliveryWords, firingWords, repeatWords, ruleName } from './rule-words.ts';

/** One rule: what it waits for, what came of it, and what can be done about it. */
export function RuleItem(props: { rule: AlertRule; act: Act; onRemoved: () => void }): ReactElement {
  const { rule, act, onRemoved } = props;
  const { id, state, note, webhook } = rule;
  const [busy, setBusy] = useState(false);
  const name = ruleName(rule);
  const delivery = deliveryWords(rule);
  const firing = firingWords(rule);

  // What a button did may be the end of it, and the focus would go with it. React tells no blur of what it takes away.
  const item = useRef<HTMLLIElement>(null);
  const focused = useRef(false);
  useLayoutEffect(() => {
    if (focused.current && !item.current?.contains(document.activeElement)) item.current?.focus();
  });

  const run = async (...[request, said]: Parameters<Act>): Promise<boolean> => {
    if (busy) return false;
    setBusy(true);
    const done = await act(request, said);
    setBusy(false);
    return done;
  };
  const arm = () => void run(() => changeRule(id, { state: 'armed' }), alertText.armed(name));
  const pause = () => void run(() => changeRule(id, { state: 'paused' }), alertText.paused(name));
  const retry = () => void run(() => retryRule(id), alertText.retried(name));
  const remove = async (): Promise<void> => {
    if (await run(() => deleteRule(id), alertText.removed(name))) onRemoved();
  };
  const watches = state === 'armed' || state === 'cooling';
  const button = (word: string, does: () => void): ReactElement => (
    <button type="button" aria-label={alertText.actionOn(word, name)} aria-disabled={busy} onClick={does}>
      {word}
    </button>
  );

  return (
    <li
      ref={item}
      tabIndex={-1}
      data-rule={id}
      data-state={state}
      data-delivery={rule.last?.delivery.state}
      onFocus={() => (focused.current = true)}
      onBlur={() => (focused.current = false)}
    >
      <p className="rule-name">
        <strong>{name}</strong>
        <span className="rule-state">{alertText.states[state]}</span>
      </p>
      <p className="rule-more">
        {repeatWords(rule)}
        {webhook && ` · ${alertText.webhook(hostOf(webhook.url))}`}
      </p>
      {note !== '' && <p className="rule-note">{note}</p>}
      {firing && <p className="rule-more">{firing}</p>}
      {delivery && (
        <p className={delivery.state === 'dead' ? 'rule-more bad' : 'rule-more'} data-testid="delivery">
          {delivery.words}
        </p>
      )}
      <div className="actions">
        {delivery?.state === 'dead' && button(alertText.retry, retry)}
        {watches ? button(alertText.pause, pause) : button(alertText.arm, arm)}
        {state === 'cooling' && button(alertText.arm, arm)}
        {button(alertText.remove, () => void remove())}
      </div>
    </li>
  );
}

/** What a person knows a webhook by; its path may be a secret. */
function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}
