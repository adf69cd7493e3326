import { type ReactElement, type ReactNode, useRef } from 'react';
import { isCurrent } from '../store/current.ts';
import type { View } from '../store/store.ts';
import { ChangeText, directionOf } from './change-text.tsx';
import { useFlash } from './flash.ts';
import { formatPrice, formatTime } from './format.ts';
import { None } from './none.tsx';
import { QuoteAge } from './quote-age.tsx';
import { QuotePulse } from './quote-pulse.tsx';
import { text } from './text/page.ts';
import { quoteText } from './text/quote.ts';
import './quote.css';

/** The last price, large, with what it changed since the view began. Pale whenever it may not be the current one. */
export function Quote(props: {
  view: View;
  /** What can be done about it, beside the name. */
  children?: ReactNode;
}): ReactElement {
  const { view, children } = props;
  const { rows, first, high, low, ticker, tickedAt, pulse } = view;
  const [last] = rows;
  const current = isCurrent(view);
  const price = last?.tick.price;
  const change = first && price !== undefined ? price - first.price : null;
  const box = useRef<HTMLElement>(null);
  // By the change of the price, not by the tick: the same price again is no news.
  useFlash(box, current && price !== undefined ? `${ticker} ${price}` : null);
  const since = first && formatTime(first.time);
  const range = { open: first?.price ?? null, high, low };
  return (
    <section className="quote" data-testid="quote" data-current={current} aria-labelledby="quote-ticker">
      <div className="quote-head">
        <h2 id="quote-ticker" data-testid="quote-ticker">
          {ticker ?? text.noTicker}
        </h2>
        {children}
      </div>
      <p className={`price ${current ? directionOf(change) : 'flat'}`}>
        <strong ref={box} data-testid="price" data-price={price} data-id={last?.tick.id}>
          {priceOrNone(price ?? null)}
        </strong>
        <span className="price-change">
          <ChangeText change={change} base={first?.price} />{' '}
          {since && <span className="price-since">{quoteText.since(since)}</span>}
        </span>
      </p>
      <dl>
        {(['open', 'high', 'low'] as const).map((name) => (
          <div key={name} title={since ? quoteText.ofView(since) : undefined}>
            <dt>{quoteText[name]}</dt>
            <dd data-testid={name}>{priceOrNone(range[name])}</dd>
          </div>
        ))}
        <div>
          <dt>{quoteText.lastChange}</dt>
          <dd>
            <ChangeText change={last?.change ?? null} />
          </dd>
        </div>
        <QuoteAge
          tickedAt={tickedAt}
          time={last?.tick.time ?? null}
          heldAt={pulse?.heldAt ?? null}
          ticker={current ? ticker : null}
        />
        <QuotePulse pulse={pulse} />
      </dl>
    </section>
  );
}

function priceOrNone(price: number | null): ReactNode {
  return price === null ? <None words={quoteText.noPrice} /> : formatPrice(price);
}
