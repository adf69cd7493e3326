import { type ReactElement, useId } from 'react';

/** One choice of a few, side by side: radio buttons, so that arrow keys work. `names` gives each one's text. */
export function Segments<T extends string>(props: {
  label: string;
  choices: readonly T[];
  chosen: T;
  names?: Readonly<Record<T, string>>;
  onChoose: (choice: T) => void;
}): ReactElement {
  const { label, choices, chosen, names, onChoose } = props;
  const group = useId();
  return (
    <fieldset className="segments">
      <legend className="unseen">{label}</legend>
      {choices.map((choice) => (
        <label key={choice}>
          <input
            type="radio"
            className="unseen"
            name={group}
            value={choice}
            checked={choice === chosen}
            onChange={() => onChoose(choice)}
          />
          <span>{names?.[choice] ?? choice}</span>
        </label>
      ))}
    </fieldset>
  );
}
