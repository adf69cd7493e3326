import { type ReactElement, useId } from 'react';

/** What ties a control to its label, its help and what is wrong with it. */
export interface FieldAttributes {
  readonly id: string;
  readonly 'aria-invalid': boolean;
  readonly 'aria-describedby': string | undefined;
}

/** A control with its label over it, and under it what is wrong with it, or what it is for. */
export function Field(props: {
  label: string;
  problem?: string | null;
  help?: string;
  wide?: boolean;
  children: (attributes: FieldAttributes) => ReactElement;
}): ReactElement {
  const { label, problem = null, help, wide = false, children } = props;
  const id = useId();
  const words = problem ?? help;
  return (
    <div className={wide ? 'field wide' : 'field'}>
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        'aria-invalid': problem !== null,
        'aria-describedby': words === undefined ? undefined : `${id}words`,
      })}
      {words !== undefined && (
        <p id={`${id}words`} className={problem === null ? '' : 'bad'}>
          {words}
        </p>
      )}
    </div>
  );
}
