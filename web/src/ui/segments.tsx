import { type ReactElement, useId } from 'react';
import './segments.css';

/**
 * One choice of a few, side by side: radio buttons, so that arrow keys work. `names` gives each one's text; `spoken`, where
 * that is an abbreviation, what it means, for ears only; `labelled`: the label is to be seen, too.
 *
 * What is seen stays in the name, and begins it: who says “click 1m” is understood (WCAG 2.2, 2.5.3). Words in its place
 * would not do, and an `<abbr>` is read by its letters.
 */
export function Segments<T extends string>(props: {
  label: string;
  labelled?: boolean;
  choices: readonly T[];
  chosen: T;
  names?: Readonly<Record<T, string>>;
  spoken?: Readonly<Record<T, string>>;
  onChoose: (choice: T) => void;
}): ReactElement {
  const { label, labelled = false, choices, chosen, names, spoken, onChoose } = props;
  const group = useId();
  const options = choices.map((choice) => (
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
      {spoken && <span className="unseen">{`(${spoken[choice]})`}</span>}
    </label>
  ));
  if (labelled)
    return (
      <fieldset>
        <legend>{label}</legend>
        <div className="segments">{options}</div>
      </fieldset>
    );
  return (
    <fieldset className="segments">
      <legend className="unseen">{label}</legend>
      {options}
    </fieldset>
  );
}
