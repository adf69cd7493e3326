import type { Alert } from '@ticker/protocol';
import type { ReactElement } from 'react';
import { formatPrice, formatTime } from '../format.ts';
import { alertText } from '../text/alerts.ts';
import { ruleName } from './rule-words.ts';

/** One alert that has fired. Escape dismisses it, too, while it has the focus. */
export function Toast({ alert, onDismiss }: { alert: Alert; onDismiss: () => void }): ReactElement {
  const { tick, time, note } = alert;
  const name = ruleName(alert);
  return (
    <div
      className="toast"
      data-testid="toast"
      data-alert={alert.id}
      onKeyDown={({ key }) => {
        if (key === 'Escape') onDismiss();
      }}
    >
      {/* Without the button, whose name says the same again. */}
      <div role="alert">
        <strong>{name}</strong>
        <p>{alertText.toastAt(formatPrice(tick.price), formatTime(time))}</p>
        {note !== '' && <p className="toast-note">{note}</p>}
      </div>
      <button type="button" aria-label={alertText.dismissAlert(name)} onClick={onDismiss}>
        {alertText.dismiss}
      </button>
    </div>
  );
}
