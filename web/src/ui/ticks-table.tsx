import { memo, type ReactElement } from 'react';
import type { Row } from '../store/ticker-record.ts';
import { useCalm } from './calm.ts';
import { ChangeText } from './change-text.tsx';
import { formatMillis, formatPrice } from './format.ts';
import { text } from './text.ts';

/**
 * Milliseconds between two states of the table: nobody reads fifty rows sixty times a second, and their layout was most
 * of each frame. Measured at 1000 ticks/s, three runs each in turn (headless Chromium without a GPU, two busy cores):
 * the page's thread was busy 84-86 % of the time with a table in every frame, 44-63 % with this.
 */
const CALM_MS = 200;

/** The last ticks, newest first. `data-id` on each row is the tick's id, for tests and for whoever looks one up. */
export const TicksTable = memo((props: { rows: readonly Row[] }): ReactElement => {
  const rows = useCalm(props.rows, CALM_MS);
  const { columns } = text;
  return (
    <section className="card ticks">
      <h2 id="ticks-title">{text.recent}</h2>
      {/* Scrolls by itself, so it takes the focus: else keyboards could not scroll it. */}
      <div className="ticks-scroll" tabIndex={0} role="region" aria-labelledby="ticks-title">
        <table data-testid="ticks-table" aria-labelledby="ticks-title">
          <thead>
            <tr>
              <th scope="col">{columns.time}</th>
              <th scope="col">{columns.price}</th>
              <th scope="col">{columns.change}</th>
              <th scope="col">{columns.id}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <TickRow key={row.tick.id} row={row} />
            ))}
          </tbody>
        </table>
        {rows.length === 0 && <p className="none">{text.noTicks}</p>}
      </div>
    </section>
  );
});

/** A row never changes once it is there: without memo all fifty would be rendered for each tick. */
const TickRow = memo(({ row: { tick, change } }: { row: Row }) => (
  <tr data-id={tick.id} data-price={tick.price}>
    <td>{formatMillis(tick.time)}</td>
    <td>{formatPrice(tick.price)}</td>
    <td>
      <ChangeText change={change} />
    </td>
    <td className="id" title={tick.id}>
      {text.shortId(tick.id)}
    </td>
  </tr>
));
