import { AlertDesk } from '../../alerts/alert-desk.ts';
import type { Inbox } from '../../alerts/inbox.ts';
import { Notifier } from '../../alerts/notifier.ts';
import { listRules } from '../../alerts/rule-api.ts';
import { RuleBook } from '../../alerts/rule-book.ts';
import { Sound } from '../../alerts/sound.ts';
import type { AlertReport } from '../../feed/event.ts';
import { now } from '../../feed/surroundings.ts';
import { formatPrice, formatTime } from '../format.ts';
import { alertText } from '../text/alerts.ts';
import { ruleName } from './rule-words.ts';
import './alerts.css';

export { AlertsPanel } from './alerts-panel.tsx';
export { ChartAlerts } from './chart-alerts.tsx';
export { QueuePanel } from './queue-panel.tsx';
export { Toasts } from './toasts.tsx';

const setTimer = (callback: () => void, ms: number): (() => void) => {
  const timer = setTimeout(callback, ms);
  return () => clearTimeout(timer);
};

const visible = (): boolean => document.visibilityState === 'visible';

/** Starts all that goes on about alerts, whether somebody looks or not. Call it once. */
export function openDesk(inbox: Inbox<AlertReport>, watchAgain: () => void): AlertDesk {
  const book = new RuleBook({ list: listRules, setTimer, visible });
  const desk = new AlertDesk({
    book,
    sound: new Sound(),
    notifier: new Notifier(),
    watchAgain,
    words: (alert) => [
      ruleName(alert),
      [alertText.toastAt(formatPrice(alert.tick.price), formatTime(alert.time)), alert.note]
        .join('\n')
        .trim(),
    ],
    moreWords: (count) => [alertText.more(count), ''],
    now,
    setTimer,
  });
  const seen = (): void => {
    // What came while nobody could see it waits for them.
    if (visible()) desk.release('hidden');
    else desk.hold('hidden');
    book.look();
  };
  document.addEventListener('visibilitychange', seen);
  if (!visible()) desk.hold('hidden');
  inbox.open(desk.take);
  // The first list, even where the feed has nothing to say.
  void book.refresh();
  return desk;
}
