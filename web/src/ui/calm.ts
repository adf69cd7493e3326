import { useEffect, useRef, useState } from 'react';
import { now } from '../feed/surroundings.ts';

/**
 * A value that changes at most once every `period` milliseconds: at once after a pause, else with the latest at the end
 * of the period.
 */
export function useCalm<T>(value: T, period: number): T {
  const [shown, setShown] = useState(value);
  const changedAt = useRef(-Infinity);
  useEffect(() => {
    const show = (): void => {
      changedAt.current = now();
      setShown(value);
    };
    const rest = changedAt.current + period - now();
    if (rest <= 0) return show();
    const timer = setTimeout(show, rest);
    return () => clearTimeout(timer);
  }, [value, period]);
  return shown;
}
