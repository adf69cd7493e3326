import { type ReactElement, useEffect } from 'react';
import { chartText } from '../text/chart.ts';
import type { LazyChart } from './lazy-chart.ts';

/** Says that the chart is on its way, or could not be had. */
export function LoadNote(props: { chart: LazyChart; onSay: (words: string) => void }): ReactElement {
  const { chart, onSay } = props;
  const { failures, again } = chart;
  const words = failures === 0 ? null : failures === 1 ? chartText.notLoaded : chartText.notLoadedAgain;
  useEffect(() => {
    if (words !== null) onSay(words);
    return () => onSay('');
  }, [words, onSay]);
  if (words === null) return <p className="chart-empty">{chartText.loading}</p>;
  return (
    <div className="chart-empty" data-testid="chart-not-loaded">
      <p>{words}</p>
      {/* Some browsers never ask again for what has failed once in a page. */}
      {failures > 1 ? (
        <button type="button" onClick={() => location.reload()}>
          {chartText.reload}
        </button>
      ) : (
        <button
          type="button"
          onClick={({ currentTarget }) => {
            // The button goes with what it asks for, to which the focus goes on.
            currentTarget.closest('figure')?.focus();
            again();
          }}
        >
          {chartText.again}
        </button>
      )}
    </div>
  );
}
