import { type ReactElement, useSyncExternalStore } from 'react';
import type { AlertDesk } from '../../alerts/alert-desk.ts';
import { alertText } from '../text/alerts.ts';

/** How alerts make themselves known, besides in the page. */
export function AlertSettings({ desk }: { desk: AlertDesk }): ReactElement {
  const { sound, notifier } = desk;
  const on = useSyncExternalStore(sound.on.subscribe, sound.on.get);
  const permission = useSyncExternalStore(notifier.permission.subscribe, notifier.permission.get);
  return (
    <div className="alert-settings">
      <label className="check">
        <input type="checkbox" checked={on} onChange={(event) => sound.set(event.target.checked)} />
        {alertText.sound}
      </label>
      <p data-testid="notification-permission" data-permission={permission}>
        {alertText.permission[permission]}
      </p>
    </div>
  );
}
