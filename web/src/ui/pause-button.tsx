import { memo, type ReactElement } from 'react';
import type { Paused, Store } from '../store/store.ts';
import { formatTime } from './format.ts';
import './pause-button.css';
import { pauseText } from './text/pause.ts';

/** Holds what the page shows, and lets it go; says since when, and what came since. */
export const PauseButton = memo((props: { store: Store; paused: Paused | null }): ReactElement => {
  const { store, paused } = props;
  return (
    <div className="pause" data-testid="pause">
      <button type="button" onClick={paused ? store.resume : store.pause}>
        <span className={paused ? 'pause-play' : 'pause-bars'} aria-hidden="true" />
        {paused ? pauseText.resume : pauseText.pause}
      </button>
      {paused && (
        <span className="pause-note">
          {pauseText.paused(formatTime(paused.since))}
          <span data-testid="held" data-held={paused.held}>
            {pauseText.held(paused.held)}
          </span>
        </span>
      )}
    </div>
  );
});
