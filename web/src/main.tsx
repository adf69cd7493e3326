// Before all others: the styles of the parts come after it.
import './ui/page.css';
import { EVERY_TICKER, Limits, type Mode } from '@ticker/protocol';
import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Inbox } from './alerts/inbox.ts';
import { loadAlerts } from './alerts/load.ts';
import { announce } from './announcement.ts';
import type { AlertReport } from './feed/event.ts';
import { startFeed } from './feed/socket.ts';
import { now } from './feed/surroundings.ts';
import { followLook } from './settings/look.ts';
import type { Settings } from './settings/setting.ts';
import { openSettings } from './settings/settings.ts';
import { followTicker } from './settings/ticker.ts';
import { startAnnouncer } from './speech/announcer.ts';
import { Store } from './store/store.ts';
import { unhurried } from './store/unhurried.ts';
import { Page } from './ui/page.tsx';
import { keepTabTitle } from './ui/tab-title.ts';

const settings = openSettings();
followLook(settings);

const store = new Store({
  nextFrame: unhurried(requestAnimationFrame, now),
  now,
  wallClock: Date.now,
});

// A hidden tab gets no frames, so what it shows when it comes back is of when it left.
document.addEventListener('visibilitychange', store.flush);

keepTabTitle(store);

const inbox = new Inbox<AlertReport>();

// Out here, not in an effect: StrictMode runs effects twice, and would connect twice.
const feed = startFeed({
  url: new URL('/ws', location.href).href.replace(/^http/, 'ws'),
  tickers: [EVERY_TICKER],
  history: Limits.history,
  mode: modeOf(settings.get()),
  onDelivery: (delivery) => {
    store.take(delivery);
    announce(delivery);
  },
  onConnection: store.setConnection,
  onAlerts: inbox.put,
});

followTicker(store, settings);

let mode = modeOf(settings.get());
settings.subscribe(() => {
  const next = modeOf(settings.get());
  if (next !== mode) feed.setMode(next);
  mode = next;
});

const alerts = loadAlerts(inbox, feed.watchAgain);

const said = startAnnouncer(store, settings);

const root = document.querySelector('#root');
if (root) {
  const page = createRoot(root);
  // In slices: whole, it would keep a phone from answering for some hundred milliseconds.
  startTransition(() =>
    page.render(
      <StrictMode>
        <Page store={store} feed={feed} settings={settings} said={said} alerts={alerts} />
      </StrictMode>,
    ),
  );
}

function modeOf({ saver }: Settings): Mode {
  return saver ? 'latest' : 'all';
}
