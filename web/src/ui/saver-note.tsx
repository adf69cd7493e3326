import type { ReactElement } from 'react';
import { settingsText } from './text/settings.ts';

/** How many ticks the data saver has skipped: a chart that looks complete and is not would be a lie. */
export function SaverNote({ conflated }: { conflated: number }): ReactElement {
  return (
    <p className="note" data-testid="saver-note" data-conflated={conflated}>
      {settingsText.saverOn(conflated)}
    </p>
  );
}
