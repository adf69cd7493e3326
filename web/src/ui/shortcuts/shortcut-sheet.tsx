import { type ReactElement, useEffect, useId, useRef, useSyncExternalStore } from 'react';
import type { SettingsStore } from '../../settings/settings.ts';
import { SHORTCUTS } from '../../shortcuts/shortcut.ts';
import { INTERVAL_NAMES } from '../../store/interval.ts';
import { Check } from '../menu/check.tsx';
import { chartText } from '../text/chart.ts';
import { shortcutText } from '../text/shortcuts.ts';
import './shortcuts.css';

const KEYS = Object.keys(SHORTCUTS) as (keyof typeof SHORTCUTS)[];

/** Lists the shortcuts, and turns them off; open as long as it is there. A native dialog: it keeps the focus within, Escape closes it. */
export function ShortcutSheet(props: { settings: SettingsStore; onClose: () => void }): ReactElement {
  const { settings, onClose } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const { keys } = useSyncExternalStore(settings.subscribe, settings.get);
  const id = useId();
  useEffect(() => {
    const { current } = dialog;
    // Open already where StrictMode runs this twice.
    if (!current?.open) current?.showModal();
  }, []);
  return (
    <dialog
      ref={dialog}
      onClose={onClose}
      className="card shortcuts"
      aria-labelledby={`${id}title`}
      data-testid="shortcuts"
    >
      <h2 id={`${id}title`}>{shortcutText.title}</h2>
      <Check
        label={shortcutText.on}
        help={shortcutText.onHelp}
        checked={keys}
        onChange={(next) => settings.set({ keys: next })}
      />
      <table data-on={keys}>
        <thead className="unseen">
          <tr>
            <th scope="col">{shortcutText.key}</th>
            <th scope="col">{shortcutText.does}</th>
          </tr>
        </thead>
        <tbody>
          <Line shown={shortcutText.intervalKeys(INTERVAL_NAMES.length)}>
            {shortcutText.interval(INTERVAL_NAMES)}
          </Line>
          {KEYS.map((key) => (
            <Line key={key} shown={shortcutText.keyName(key)}>
              {shortcutText.actions[SHORTCUTS[key]]}
            </Line>
          ))}
        </tbody>
      </table>
      <p>{shortcutText.more}</p>
      <p>{shortcutText.chart(chartText.help)}</p>
      <form method="dialog">
        <button type="submit" className="tool">
          {shortcutText.close}
        </button>
      </form>
    </dialog>
  );
}

function Line({ shown, children }: { shown: string; children: string }): ReactElement {
  return (
    <tr>
      <th scope="row">
        <kbd>{shown}</kbd>
      </th>
      <td>{children}</td>
    </tr>
  );
}
