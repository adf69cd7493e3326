import { memo, type ReactElement } from 'react';
import type { WatchRow } from '../../store/watch-row.ts';
import { Arrow, directionOf } from '../change-text.tsx';
import { formatChange, formatPercent, formatPrice } from '../format.ts';
import { text } from '../text/page.ts';
import { Spark } from './spark.tsx';

/**
 * One ticker of the watchlist. `name`: what it is called aloud, where that is not to change with its price; else by what it
 * shows. Rows are new objects only where something changed: the others are not rendered again.
 */
export const WatchItem = memo(
  (props: {
    id: string;
    row: WatchRow;
    chosen: boolean;
    active: boolean;
    name: string | undefined;
  }): ReactElement => {
    const { id, row, chosen, active, name } = props;
    const { ticker, last, change, share, trace } = row;
    return (
      <div
        id={id}
        role="option"
        className="watch-item"
        aria-label={name}
        aria-selected={chosen}
        data-active={active}
        data-ticker={ticker}
        data-price={last.price}
        data-id={last.id}
      >
        <span className="watch-pair">
          <span className="watch-name">{ticker}</span>
          <span className="watch-price">{formatPrice(last.price)}</span>
        </span>{' '}
        <span className="watch-pair">
          <span className={`watch-line ${directionOf(change)}`}>
            <Spark trace={trace} />
          </span>
          <span className={`watch-change ${directionOf(change)}`}>
            <span>
              <Arrow change={change} />
              {formatChange(change)}
            </span>{' '}
            {share === null ? (
              <span aria-hidden="true">{text.none}</span>
            ) : (
              <span>{formatPercent(share)}</span>
            )}
          </span>
        </span>
      </div>
    );
  },
);
