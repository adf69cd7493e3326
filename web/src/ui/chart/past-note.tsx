import { type ReactElement, useEffect, useSyncExternalStore } from 'react';
import type { PastState, Timeline } from '../../history/timeline.ts';
import { chartText } from '../text/chart.ts';

/** Says how it stands with older prices. `atStart`: the first bar is in sight. */
export function PastNote(props: {
  timeline: Timeline;
  atStart: boolean;
  onSay: (words: string) => void;
}): ReactElement | null {
  const { timeline, atStart, onSay } = props;
  const state = useSyncExternalStore(timeline.subscribe, timeline.state);
  const failure = state.status === 'failed' ? chartText.failed(state.said) : null;
  useEffect(() => {
    if (failure !== null) onSay(failure);
  }, [failure, onSay]);
  const words = failure ?? (atStart ? wordsOf(state) : null);
  if (words === null) return null;
  return (
    <p className="past-note" data-testid="past-note" data-status={state.status}>
      <span>{words}</span>
      {failure !== null && (
        <button
          type="button"
          onClick={({ currentTarget }) => {
            // The button goes, and what it asks for comes here.
            currentTarget.closest<HTMLElement>('.bars-scroll, figure')?.focus();
            timeline.again();
          }}
        >
          {chartText.again}
        </button>
      )}
    </p>
  );
}

function wordsOf({ status }: PastState): string | null {
  if (status === 'loading') return chartText.loadingOlder;
  if (status === 'begun') return chartText.noOlder;
  return status === 'full' ? chartText.full : null;
}
