import { type ReactElement, useState } from 'react';
import type { GapNote } from '../store/board.ts';
import { formatTime } from './format.ts';
import { text } from './text/page.ts';
import './gap-note.css';

/** Says that ticks are missing, until it is dismissed or another gap comes. */
export function GapNotice(props: {
  gap: GapNote | null;
  /** It was dismissed, and its button went. */
  onDismissed: () => void;
}): ReactElement {
  const { gap, onDismissed } = props;
  const [dismissed, setDismissed] = useState(0);
  const shown = gap !== null && gap.count > dismissed;
  return (
    <div className={shown ? 'notice gap-note' : 'notice'}>
      {/* Without the button: it is no part of what is said. */}
      <p
        role="status"
        {...(shown && {
          'data-testid': 'gap-note',
          'data-count': gap.count,
          'data-missed': gap.missed ?? '',
        })}
      >
        {shown && text.gap(gap, formatTime(gap.at))}
        {shown && gap.count > 1 && ` ${text.gapCount(gap.count)}`}
      </p>
      {shown && (
        <button
          type="button"
          onClick={() => {
            setDismissed(gap.count);
            onDismissed();
          }}
        >
          {text.dismiss}
        </button>
      )}
    </div>
  );
}
