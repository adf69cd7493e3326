import { EVERY_TICKER, Limits } from '@ticker/protocol';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Inbox } from './alerts/inbox.ts';
import { loadAlerts } from './alerts/load.ts';
import { announce } from './announcement.ts';
import type { AlertReport } from './feed/event.ts';
import { startFeed } from './feed/socket.ts';
import { now } from './feed/surroundings.ts';
import { Store } from './store/store.ts';
import { Page } from './ui/page.tsx';
import './ui/page.css';

const store = new Store({
  nextFrame: (callback) => requestAnimationFrame(callback),
  now,
  wallClock: Date.now,
});

// A hidden tab gets no frames, so what it shows when it comes back is of when it left.
document.addEventListener('visibilitychange', store.flush);

const inbox = new Inbox<AlertReport>();

// Out here, not in an effect: StrictMode runs effects twice, and would connect twice.
const feed = startFeed({
  url: new URL('/ws', location.href).href.replace(/^http/, 'ws'),
  tickers: [EVERY_TICKER],
  history: Limits.history,
  onDelivery: (delivery) => {
    store.take(delivery);
    announce(delivery);
  },
  onConnection: store.setConnection,
  onAlerts: inbox.put,
});

const alerts = loadAlerts(inbox, feed.watchAgain);

const root = document.querySelector('#root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <Page store={store} feed={feed} alerts={alerts} />
    </StrictMode>,
  );
}
