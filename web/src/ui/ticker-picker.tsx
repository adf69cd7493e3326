import type { ReactElement } from 'react';
import { text } from './text.ts';

/** The tickers seen so far, one of which is shown. A native select: keyboards and phones know it. */
export function TickerPicker(props: {
  tickers: readonly string[];
  ticker: string | null;
  onChoose: (ticker: string) => void;
}): ReactElement {
  const { tickers, ticker, onChoose } = props;
  return (
    <label className="picker">
      <span className="unseen">{text.ticker}</span>
      <select
        data-testid="ticker-picker"
        value={ticker ?? ''}
        disabled={tickers.length === 0}
        onChange={(event) => onChoose(event.target.value)}
      >
        {tickers.length === 0 && <option value="">{text.noTicker}</option>}
        {tickers.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
