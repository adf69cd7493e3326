import { type ReactElement, useState } from 'react';
import { closeSession } from '../session.ts';
import { text } from './text/page.ts';

/** Ends the session that was begun in this page, and drops all that was read in it: the page begins anew. */
export function SignOut(): ReactElement {
  const [problem, setProblem] = useState<string | null>(null);
  const signOut = async (): Promise<void> => {
    const wrong = await closeSession();
    if (wrong === null) location.reload();
    else setProblem(wrong);
  };
  return (
    <span className="sign-out">
      <button type="button" onClick={() => void signOut()}>
        {text.signOut}
      </button>
      <span role="alert">{problem}</span>
    </span>
  );
}
