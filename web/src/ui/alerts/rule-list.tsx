import type { AlertRule } from '@ticker/protocol';
import { type ReactElement, useRef } from 'react';
import { alertText } from '../text/alerts.ts';
import type { Act } from './alerts-panel.tsx';
import { RuleItem } from './rule-item.tsx';

/** The rules, newest first. */
export function RuleList({ rules, act }: { rules: readonly AlertRule[]; act: Act }): ReactElement {
  const title = useRef<HTMLHeadingElement>(null);
  return (
    <section className="rules" aria-labelledby="rules-title">
      <h2 ref={title} id="rules-title" tabIndex={-1}>
        {alertText.listTitle}
      </h2>
      {rules.length === 0 && <p className="panel-note">{alertText.none}</p>}
      <ul data-testid="rules">
        {rules.map((rule) => (
          // The button that deleted it goes with it, and the focus would go with the button.
          <RuleItem key={rule.id} rule={rule} act={act} onRemoved={() => title.current?.focus()} />
        ))}
      </ul>
    </section>
  );
}
