import type { ReactElement } from 'react';
import { COOL_DOWNS, type Draft } from '../../alerts/draft.ts';
import { Segments } from '../segments.tsx';
import { alertText } from '../text/alerts.ts';
import { Field } from './field.tsx';
import { span } from './rule-words.ts';

const REPEATS = ['once', 'every'] as const;

/** How often it is to fire. */
export function RepeatFields(props: {
  draft: Draft;
  onChange: (part: Partial<Draft>) => void;
}): ReactElement {
  const { draft, onChange } = props;
  const { repeat, coolDownMs } = draft;
  return (
    <>
      <div className="field">
        {/* The group carries the name; this is for eyes. */}
        <span aria-hidden="true" className="label">
          {alertText.repeat}
        </span>
        <Segments
          label={alertText.repeat}
          choices={REPEATS}
          names={alertText.repeats}
          chosen={repeat}
          onChoose={(choice) => onChange({ repeat: choice })}
        />
      </div>
      {repeat === 'every' && (
        <Field label={alertText.coolDown}>
          {(attributes) => (
            <select
              {...attributes}
              value={coolDownMs}
              onChange={({ target }) => onChange({ coolDownMs: Number(target.value) })}
            >
              {COOL_DOWNS.map((ms) => (
                <option key={ms} value={ms}>
                  {span(ms)}
                </option>
              ))}
            </select>
          )}
        </Field>
      )}
    </>
  );
}
