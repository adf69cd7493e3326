import type { MouseEvent, ReactElement, Ref } from 'react';
import type { Connection } from '../feed/connection.ts';
import { useClock } from './clock.ts';
import { stateWords } from './state-words.ts';
import { text } from './text/page.ts';
import './state.css';

/** Statuses whose words have a time in them that goes on. */
const COUNTING = new Set<Connection['status']>(['stale', 'draining', 'reconnecting']);

/** The connection in words that never lie, with why, and what happens next. The announcer says them aloud, not this. */
export function StatePill(props: {
  ref: Ref<HTMLDivElement>;
  connection: Connection;
  onRetry: () => void;
}): ReactElement {
  const { ref, connection, onRetry } = props;
  const { status } = connection;
  const retry = (event: MouseEvent): void => {
    // The button goes while it is tried, and the focus would go with it: to where it says what comes of it.
    event.currentTarget.closest<HTMLElement>('.state')?.focus();
    onRetry();
  };
  const { head, tail, action } = stateWords(connection, useClock(COUNTING.has(status) ? 250 : null));
  return (
    <div
      ref={ref}
      className="state"
      data-testid="state"
      data-state={status}
      role="group"
      aria-label={text.state}
      tabIndex={-1}
    >
      <span className="state-dot" aria-hidden="true" />
      <span className="state-words">
        <span className="state-head">{head}</span>
        {tail}
      </span>
      {action === 'retry' && (
        <button type="button" onClick={retry}>
          {text.retryNow}
        </button>
      )}
      {action === 'reload' && (
        <button type="button" onClick={() => location.reload()}>
          {text.reload}
        </button>
      )}
    </div>
  );
}
