import { startTransition, useEffect, useState } from 'react';

/** What a promise came to: undefined while it is under way, null where it failed. */
export function useLoaded<T>(promise: Promise<T>): T | undefined | null {
  const [value, setValue] = useState<T | undefined | null>();
  useEffect(() => {
    let wanted = true;
    const put = (next: T | null): void => {
      // Rendered in a task of its own, not in a frame that has prices to show.
      if (wanted) startTransition(() => setValue(() => next));
    };
    promise.then(put, () => put(null));
    return () => {
      wanted = false;
    };
  }, [promise]);
  return value;
}
