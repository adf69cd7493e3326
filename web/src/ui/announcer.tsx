import { type ReactElement, useSyncExternalStore } from 'react';
import type { Cell } from '../cell.ts';

/** The one live region for the state and the price, for ears only: what is seen changes far too often to be read aloud. */
export function Announcer({ said }: { said: Cell<string> }): ReactElement {
  const words = useSyncExternalStore(said.subscribe, said.get);
  return (
    <p className="unseen" role="status" data-testid="announcer">
      {words}
    </p>
  );
}
