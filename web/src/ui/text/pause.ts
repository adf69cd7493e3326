import { ticks } from './page.ts';

/** The words of the pause. */
export const pauseText = {
  pause: 'Pause',
  resume: 'Resume',
  paused: (time: string) => `Paused ${time}`,
  held: (count: number) => ` – ${ticks(count)} held`,
} as const;
