import type { ReactElement } from 'react';
import type { View } from '../store/store.ts';
import { Arrow, ChangeText, directionOf } from './change-text.tsx';
import { useClock } from './clock.ts';
import { formatMillis, formatPrice, formatTime } from './format.ts';
import { duration, text } from './text.ts';

/** A ticker among others may be quiet while the feed is live: said after so many milliseconds. */
const QUIET_MS = 5000;

/** The last price, large, with what it changed. Pale whenever it may not be the current one. */
export function Quote({ view }: { view: View }): ReactElement {
  const { rows, first, connection, ticker, arrivedAt } = view;
  const [last] = rows;
  const age = useClock(1000) - (arrivedAt ?? 0);
  const live = connection.status === 'live';
  const change = last?.change ?? null;
  const price = last?.tick.price;
  return (
    <section className="quote" data-current={live}>
      <p className={`price ${live ? directionOf(change) : 'flat'}`}>
        <strong data-testid="price" data-price={price} data-id={last?.tick.id}>
          {price === undefined ? text.noPrice : formatPrice(price)}
        </strong>
        <Arrow change={change} />
      </p>
      <dl>
        <div>
          <dt>{text.lastChange}</dt>
          <dd>
            <ChangeText change={change} />
          </dd>
        </div>
        <div>
          <dt>{first ? text.changeSince(formatTime(first.time)) : text.changeSince('…')}</dt>
          <dd>
            <ChangeText
              change={first && price !== undefined ? price - first.price : null}
              base={first?.price}
            />
          </dd>
        </div>
        <div>
          <dt>{text.lastTime}</dt>
          <dd>
            {last ? formatMillis(last.tick.time) : text.noPrice}
            {live && ticker !== null && age > QUIET_MS && (
              <span className="quiet">{text.noPriceFor(ticker, duration(age))}</span>
            )}
          </dd>
        </div>
      </dl>
    </section>
  );
}
