import { memo, type ReactElement } from 'react';
import { watchText } from '../text/watchlist.ts';
import { pressed, type Sort, SORT_KEYS } from './sort.ts';

/** What the list is sorted by: the pressed one, which turns it round when pressed again. */
export const SortButtons = memo((props: { sort: Sort; onSort: (sort: Sort) => void }): ReactElement => {
  const { sort, onSort } = props;
  return (
    <div className="watch-sorts" role="group" aria-label={watchText.sort}>
      {SORT_KEYS.map((by) => {
        const on = by === sort.by;
        const name = watchText.sortName(watchText.sortNames[by]) + (on ? watchText.sorted[sort.way] : '');
        return (
          <button
            key={by}
            type="button"
            aria-pressed={on}
            aria-label={name}
            title={name}
            onClick={() => onSort(pressed(sort, by))}
          >
            {watchText.sorts[by]}
            <span className="watch-way" aria-hidden="true">
              {on && watchText.arrows[sort.way]}
            </span>
          </button>
        );
      })}
    </div>
  );
});
