import type { KeyboardEvent, ReactElement, Ref } from 'react';
import { watchText } from '../text/watchlist.ts';

/** Where one types which tickers to list. Escape clears it; arrow down leads into the list, Enter chooses its first. */
export function FilterField(props: {
  ref: Ref<HTMLInputElement>;
  filter: string;
  onFilter: (filter: string) => void;
  /** By its button, which goes then. */
  onClear: () => void;
  onDown: () => void;
  onEnter: () => void;
}): ReactElement {
  const { ref, filter, onFilter, onClear, onDown, onEnter } = props;
  const press = (event: KeyboardEvent): void => {
    const does = { Escape: () => onFilter(''), ArrowDown: onDown, Enter: onEnter }[event.key];
    if (!does || (event.key === 'Escape' && filter === '')) return;
    event.preventDefault();
    does();
  };
  return (
    <div className="watch-filter">
      <input
        ref={ref}
        type="search"
        aria-label={watchText.filter}
        placeholder={watchText.filterShort}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        value={filter}
        onChange={({ target }) => onFilter(target.value)}
        onKeyDown={press}
      />
      {filter !== '' && (
        <button type="button" aria-label={watchText.clear} title={watchText.clear} onClick={onClear}>
          <span aria-hidden="true">×</span>
        </button>
      )}
    </div>
  );
}
