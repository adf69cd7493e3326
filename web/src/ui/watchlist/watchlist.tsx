import { memo, type ReactElement, type Ref, useCallback, useImperativeHandle, useRef, useState } from 'react';
import { isCurrent } from '../../store/current.ts';
import type { View } from '../../store/store.ts';
import type { WatchRow } from '../../store/watch-row.ts';
import { watchText } from '../text/watchlist.ts';
import { FilterField } from './filter-field.tsx';
import { useOrder } from './order.ts';
import { filtered, firstSort } from './sort.ts';
import { SortButtons } from './sort-buttons.tsx';
import { WatchBox } from './watch-box.tsx';
import './watchlist.css';

/** What the page's shortcuts reach. */
export interface WatchlistHandle {
  /** Puts the focus into the filter, its text selected. */
  focusFilter(): void;
}

/** Every ticker with its price and course, to sort, to filter and to choose from. A strip where the page is narrow. */
export function Watchlist(props: {
  ref?: Ref<WatchlistHandle>;
  view: View;
  onChoose: (ticker: string) => void;
}): ReactElement {
  const { ref, view, onChoose } = props;
  const { watch, ticker } = view;
  return <List ref={ref} watch={watch} chosen={ticker} current={isCurrent(view)} onChoose={onChoose} />;
}

/** The view is another one in each frame, what is listed is not. */
const List = memo(
  (props: {
    ref: Ref<WatchlistHandle> | undefined;
    watch: readonly WatchRow[];
    chosen: string | null;
    current: boolean;
    onChoose: (ticker: string) => void;
  }): ReactElement => {
    const { ref, watch, chosen, current, onChoose } = props;
    const [sort, setSort] = useState(() => firstSort('name'));
    const [filter, setFilter] = useState('');
    const field = useRef<HTMLInputElement>(null);
    const box = useRef<HTMLDivElement>(null);
    const rows = filtered(useOrder(watch, sort, box), filter);
    const [top] = rows;
    const focusFilter = useCallback(() => {
      field.current?.focus();
      field.current?.select();
    }, []);
    useImperativeHandle(ref, () => ({ focusFilter }), [focusFilter]);
    const enter = useCallback(() => box.current?.focus(), []);
    return (
      <section
        className="card watchlist"
        data-testid="watchlist"
        data-current={current}
        aria-label={watchText.title}
      >
        <div className="watch-tools">
          <FilterField
            ref={field}
            filter={filter}
            onFilter={setFilter}
            onClear={() => {
              setFilter('');
              focusFilter();
            }}
            onDown={enter}
            onEnter={() => top && onChoose(top.ticker)}
          />
          <SortButtons sort={sort} onSort={setSort} />
          {/* Always there, as an announced region has to be. It changes with what is typed, not with prices. */}
          <p className="watch-count" role="status">
            {filter.trim() !== '' && rows.length > 0 && watchText.matches(rows.length, watch.length)}
            {watch.length > 0 && rows.length === 0 && watchText.noMatch(filter.trim())}
          </p>
        </div>
        {watch.length === 0 && <p className="none">{watchText.empty}</p>}
        {rows.length > 0 && <WatchBox ref={box} rows={rows} chosen={chosen} onChoose={onChoose} />}
      </section>
    );
  },
);
