import type { ReactElement } from 'react';
import { text } from './text/page.ts';

/** A dash where there is no value; screen readers pass over one, or call it a dash, so they get words for it. */
export function None({ words }: { words: string }): ReactElement {
  return (
    <>
      <span aria-hidden="true">{text.none}</span>
      <span className="unseen">{words}</span>
    </>
  );
}
