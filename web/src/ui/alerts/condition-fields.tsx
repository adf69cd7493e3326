import type { ReactElement } from 'react';
import { type Draft, type Kind, KINDS, WINDOWS } from '../../alerts/draft.ts';
import { alertText } from '../text/alerts.ts';
import { Field } from './field.tsx';

/** When it is to fire: a kind of condition, and its price, or its percentage and window. */
export function ConditionFields(props: {
  draft: Draft;
  problem: string | null;
  onChange: (part: Partial<Draft>) => void;
}): ReactElement {
  const { draft, problem, onChange } = props;
  const moves = draft.kind === 'moves';
  return (
    <>
      <Field label={alertText.when}>
        {(attributes) => (
          <select
            {...attributes}
            value={draft.kind}
            onChange={({ target }) => onChange({ kind: target.value as Kind })}
          >
            {KINDS.map((kind) => (
              <option key={kind} value={kind}>
                {alertText.kinds[kind]}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label={moves ? alertText.percent : alertText.price} problem={problem}>
        {(attributes) => (
          <input
            {...attributes}
            type="number"
            inputMode="decimal"
            step="any"
            required
            value={moves ? draft.percent : draft.price}
            onChange={({ target }) => onChange({ [moves ? 'percent' : 'price']: target.value })}
          />
        )}
      </Field>
      {moves && (
        <Field label={alertText.window}>
          {(attributes) => (
            <select
              {...attributes}
              value={draft.window}
              onChange={({ target }) => onChange({ window: target.value as Draft['window'] })}
            >
              {WINDOWS.map((window) => (
                <option key={window} value={window}>
                  {alertText.windows[window]}
                </option>
              ))}
            </select>
          )}
        </Field>
      )}
    </>
  );
}
