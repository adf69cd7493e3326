import { Cell } from '../cell.ts';

/** Whether the browser shows notifications of this page. `default`: nobody was asked; `unanswered`: they did not say. */
export type Permission = NotificationPermission | 'unsupported' | 'unanswered';

const ASKED = 'ticker.alert-asked';

/** The browser's own notifications: for a page that is open, and not looked at. */
export class Notifier {
  readonly permission = new Cell<Permission>(current());

  /** Asks the person, once in this browser. Call it on their click, or browsers refuse. */
  async askOnce(): Promise<void> {
    this.permission.set(current());
    if (this.permission.get() !== 'default') return;
    noteAsked();
    try {
      await Notification.requestPermission();
    } catch {
      // Some refuse by throwing, where the page is embedded or not secure.
    }
    this.permission.set(current());
  }

  /** Shows one, where it may and nobody looks at the page. `tag`: one of several pages shows it. */
  show(title: string, body: string, tag: string): void {
    if (current() !== 'granted' || document.visibilityState === 'visible') return;
    try {
      const shown = new Notification(title, { body, tag, icon: '/favicon.svg' });
      shown.addEventListener('click', () => {
        window.focus();
        shown.close();
      });
    } catch {
      // Chrome on Android knows the constructor, and throws: only a service worker may.
      this.permission.set('unsupported');
    }
  }
}

/** Plain http of another machine has no notifications in most browsers, and says `denied` without having asked. */
function current(): Permission {
  if (typeof Notification === 'undefined') return 'unsupported';
  const { permission } = Notification;
  return permission === 'default' && wasAsked() ? 'unanswered' : permission;
}

function wasAsked(): boolean {
  try {
    return localStorage.getItem(ASKED) !== null;
  } catch {
    return false;
  }
}

function noteAsked(): void {
  try {
    localStorage.setItem(ASKED, 'yes');
  } catch {
    // A browser that keeps nothing asks with the first alert of each visit.
  }
}
