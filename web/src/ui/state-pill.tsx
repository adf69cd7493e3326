import type { ReactElement, Ref } from 'react';
import type { Connection } from '../feed/connection.ts';
import { useClock } from './clock.ts';
import { stateWords } from './state-words.ts';
import { text } from './text.ts';

/** The connection in words that never lie, with what happens next. Only the words that stay are announced. */
export function StatePill(props: {
  ref: Ref<HTMLDivElement>;
  connection: Connection;
  onRetry: () => void;
}): ReactElement {
  const { ref, connection, onRetry } = props;
  const { status } = connection;
  const counts = status === 'stale' || status === 'reconnecting';
  const { head, tail, action } = stateWords(connection, useClock(counts ? 250 : null));
  return (
    <div ref={ref} className="state" data-testid="state" data-state={status} tabIndex={-1}>
      <span className="state-dot" aria-hidden="true" />
      <span className="state-words">
        <span role="status">{head}</span>
        {tail}
      </span>
      {action === 'retry' && (
        <button type="button" onClick={onRetry}>
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
