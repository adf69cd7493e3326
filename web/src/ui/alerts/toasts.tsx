import { memo, type ReactElement, useRef, useSyncExternalStore } from 'react';
import type { AlertDesk } from '../../alerts/alert-desk.ts';
import { alertText } from './alert-text.ts';
import { Toast } from './toast.tsx';

/** The alerts that have just fired, over everything else. */
export const Toasts = memo(({ desk }: { desk: AlertDesk }): ReactElement => {
  const { toasts, more } = useSyncExternalStore(desk.shelf.subscribe, desk.shelf.get);
  const box = useRef<HTMLElement>(null);

  const dismiss = (id: string): void => {
    const buttons = [...(box.current?.querySelectorAll('button') ?? [])];
    const at = toasts.findIndex(({ alert }) => alert.id === id);
    // The focus goes on to a neighbour: without one, it goes back to the page.
    if (buttons[at] === document.activeElement) (buttons[at + 1] ?? buttons[at - 1])?.focus();
    desk.dismiss(id);
  };

  return (
    <section
      ref={box}
      className="toasts"
      aria-label={toasts.length > 0 ? alertText.toasts : undefined}
      onPointerEnter={() => desk.hold('pointer')}
      onPointerLeave={() => desk.release('pointer')}
      onFocus={() => desk.hold('focus')}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) desk.release('focus');
      }}
    >
      {toasts.map(({ alert }) => (
        <Toast key={alert.id} alert={alert} onDismiss={() => dismiss(alert.id)} />
      ))}
      {more > 0 && (
        <p className="toast-more" role="status">
          {alertText.more(more)}
        </p>
      )}
    </section>
  );
});
