import { memo, type ReactElement, useLayoutEffect, useRef } from 'react';
import type { Row } from '../store/ticker-record.ts';
import { useCalm } from './calm.ts';
import { ChangeText } from './change-text.tsx';
import { formatMillis, formatPrice } from './format.ts';
import { text } from './text/page.ts';
import './table.css';

/**
 * Milliseconds between two states of the table: nobody reads fifty rows sixty times a second, and each state takes twice
 * the time of any other frame. At two a second they were the slowest of twenty, by which smoothness is measured.
 */
const CALM_MS = 1000;

/**
 * The last ticks, newest first. `data-id` on each row is the tick's id, for tests and for whoever looks one up. It is not read
 * aloud: letters and digits at the end of each row, of which nothing is to be understood.
 */
export const TicksTable = memo((props: { rows: readonly Row[] }): ReactElement => {
  const calm = useCalm(props.rows, CALM_MS);
  // Those of another ticker don't stay. The first ones of all come after their price: fifty rows would keep it waiting.
  const rows = isOther(calm, props.rows) ? props.rows : calm;
  const ticker = rows[0]?.tick.ticker;
  const scroll = useRef<HTMLDivElement>(null);
  const before = useRef(ticker);
  // Another ticker's begins at its top. Not by a key: an element of its own would not have the focus.
  useLayoutEffect(() => {
    if (before.current === ticker) return;
    before.current = ticker;
    scroll.current?.scrollTo({ top: 0 });
  }, [ticker]);
  const { columns } = text;
  return (
    <section className="card ticks">
      <h2 id="ticks-title">{text.recent}</h2>
      {/* Scrolls by itself, so it takes the focus: else keyboards could not scroll it. */}
      <div ref={scroll} className="ticks-scroll" tabIndex={0} role="region" aria-labelledby="ticks-title">
        <table className="table" data-testid="ticks-table">
          <thead>
            <tr>
              <th scope="col">{columns.time}</th>
              <th scope="col">{columns.price}</th>
              <th scope="col">{columns.change}</th>
              <th scope="col" aria-hidden="true">
                {columns.id}
              </th>
            </tr>
          </thead>
          <tbody>
            {/* By id each new row would push all others down, and browsers count that as a layout that shifts (0.18 in
                five seconds at 20 ticks/s, where 0.1 is taken for good). */}
            {rows.map((row, place) => (
              // oxlint-disable-next-line react/no-array-index-key -- rows keep their places, and change what they hold.
              <TickRow key={place} row={row} />
            ))}
          </tbody>
        </table>
        {rows.length === 0 && <p className="none">{text.noTicks}</p>}
      </div>
    </section>
  );
});

function isOther([held]: readonly Row[], [next]: readonly Row[]): boolean {
  return held !== undefined && held.tick.ticker !== next?.tick.ticker;
}

/** Without memo all fifty would be rendered each time, also where nothing new came. */
const TickRow = memo(({ row: { tick, change } }: { row: Row }) => (
  <tr data-id={tick.id} data-price={tick.price}>
    <th scope="row">{formatMillis(tick.time)}</th>
    <td>{formatPrice(tick.price)}</td>
    <td>
      <ChangeText change={change} />
    </td>
    <td className="id" title={tick.id} aria-hidden="true">
      {text.shortId(tick.id)}
    </td>
  </tr>
));
