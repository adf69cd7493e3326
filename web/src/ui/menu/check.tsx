import { type ReactElement, useId } from 'react';

/** A box to tick, with what it is for. */
export function Check(props: {
  label: string;
  help: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}): ReactElement {
  const { label, help, checked, onChange } = props;
  const id = useId();
  return (
    <div className="check">
      <input
        id={id}
        type="checkbox"
        checked={checked}
        aria-describedby={`${id}help`}
        onChange={({ target }) => onChange(target.checked)}
      />
      <label htmlFor={id}>{label}</label>
      <p id={`${id}help`}>{help}</p>
    </div>
  );
}
