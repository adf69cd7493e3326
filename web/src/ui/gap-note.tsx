import { type ReactElement, useState } from 'react';
import type { GapNote } from '../store/board.ts';
import { formatTime } from './format.ts';
import { text } from './text.ts';

/** Says that ticks are missing, until it is dismissed or another gap comes. */
export function GapNotice({ gap }: { gap: GapNote | null }): ReactElement {
  const [dismissed, setDismissed] = useState(0);
  return (
    <div role="status" className="notice">
      {gap && gap.count > dismissed && (
        <p className="gap-note" data-testid="gap-note" data-count={gap.count} data-missed={gap.missed ?? ''}>
          <span>
            {text.gap(gap, formatTime(gap.at))}
            {gap.count > 1 && ` ${text.gapCount(gap.count)}`}
          </span>
          <button type="button" onClick={() => setDismissed(gap.count)}>
            {text.dismiss}
          </button>
        </p>
      )}
    </div>
  );
}
