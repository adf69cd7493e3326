import { memo, type ReactElement, useEffect, useState } from 'react';
import type { Timeline } from '../../history/timeline.ts';
import type { Bar } from '../../store/bar.ts';
import { formatBarTime, formatCount, formatPrice } from '../format.ts';
import { chartText } from '../text/chart.ts';
import { PastNote } from './past-note.tsx';
import '../table.css';

/** Rows at most. */
const ROWS = 100;

/** Milliseconds between two states of the table: it is there to be read. */
const PERIOD_MS = 1000;

/** The newest bars as a table, the newest first. */
export function BarsTable(props: { timeline: Timeline; onSay: (words: string) => void }): ReactElement {
  const { timeline, onSay } = props;
  const bars = useNewest(timeline);
  const { ticker, interval } = timeline;
  const { time, open, high, low, close, count, gap } = chartText.bar;
  return (
    // Scrolls by itself, so it takes the focus: else keyboards could not scroll it.
    <div
      className="bars-scroll"
      tabIndex={0}
      role="region"
      aria-label={chartText.tableName(ticker, interval)}
    >
      <table className="table bars" data-testid="bars-table">
        <caption>
          <span>{chartText.tableCaption(ticker, interval, bars.length)}</span>
        </caption>
        <thead>
          <tr>
            {[time, open, high, low, close, count, gap].map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {bars.map((bar) => (
            <BarRow key={bar.time} bar={bar} />
          ))}
        </tbody>
      </table>
      <PastNote timeline={timeline} atStart={bars.length < ROWS} onSay={onSay} />
      {bars.length === 0 && <p className="none">{chartText.noBars}</p>}
    </div>
  );
}

/** A bar that has not changed is the same object. */
const BarRow = memo(({ bar }: { bar: Bar }) => (
  <tr data-time={bar.time}>
    <th scope="row">{formatBarTime(bar.time)}</th>
    <td>{formatPrice(bar.open)}</td>
    <td>{formatPrice(bar.high)}</td>
    <td>{formatPrice(bar.low)}</td>
    <td>{formatPrice(bar.close)}</td>
    <td>{formatCount(bar.count)}</td>
    <td>{chartText.missingShort(bar)}</td>
  </tr>
));

/** The newest bars, newest first: read once a second, and when older ones come. */
function useNewest(timeline: Timeline): readonly Bar[] {
  const [bars, setBars] = useState<readonly Bar[]>([]);
  useEffect(() => {
    timeline.setFollowing(true);
    const read = (): void => {
      const all = timeline.look();
      setBars(all.slice(-ROWS).toReversed());
      if (all.length < ROWS) timeline.older();
    };
    read();
    const timer = setInterval(read, PERIOD_MS);
    const end = timeline.subscribe(read);
    return () => {
      clearInterval(timer);
      end();
    };
  }, [timeline]);
  return bars;
}
