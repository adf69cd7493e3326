import { useCallback, useEffect, useState } from 'react';

/** How the chart is shown: among the rest, over the whole screen, or over the window where no more is allowed. */
export type Fullness = 'no' | 'screen' | 'window';

/**
 * The chart over the whole screen. It is the page that goes there, with all but the chart and the head hidden by its
 * style: else alerts that fire would not be seen.
 */
export function useFullScreen(): { fullness: Fullness; toggle: () => void; leave: () => void } {
  const [fullness, setFullness] = useState<Fullness>('no');

  const leave = useCallback(() => {
    setFullness('no');
    if (document.fullscreenElement) void document.exitFullscreen();
  }, []);

  const enter = useCallback(async () => {
    try {
      await document.documentElement.requestFullscreen();
      setFullness('screen');
    } catch {
      // Not there (an iPhone), or not allowed (a frame).
      setFullness('window');
    }
  }, []);

  useEffect(() => {
    if (fullness === 'no') return;
    const root = document.documentElement;
    root.dataset['chart'] = 'full';
    const changed = (): void => {
      if (!document.fullscreenElement) setFullness('no');
    };
    const pressed = (event: KeyboardEvent): void => {
      if (event.key === 'Escape' && !event.defaultPrevented) leave();
    };
    document.addEventListener('fullscreenchange', changed);
    document.addEventListener('keydown', pressed);
    return () => {
      delete root.dataset['chart'];
      document.removeEventListener('fullscreenchange', changed);
      document.removeEventListener('keydown', pressed);
    };
  }, [fullness, leave]);

  const toggle = useCallback(() => {
    if (fullness === 'no') void enter();
    else leave();
  }, [fullness, enter, leave]);
  return { fullness, toggle, leave };
}
