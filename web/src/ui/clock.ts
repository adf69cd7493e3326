import { useEffect, useState } from 'react';
import { now } from '../feed/surroundings.ts';

/** The feed's clock in milliseconds, read again every `period` milliseconds; with null only when rendered. */
export function useClock(period: number | null): number {
  const [, setTime] = useState(now);
  useEffect(() => {
    if (period === null) return;
    const timer = setInterval(() => setTime(now()), period);
    return () => clearInterval(timer);
  }, [period]);
  return now();
}
