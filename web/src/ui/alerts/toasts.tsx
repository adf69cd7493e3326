import { memo, type ReactElement, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import type { AlertDesk } from '../../alerts/alert-desk.ts';
import { alertText } from '../text/alerts.ts';
import { Toast } from './toast.tsx';

/** Pixels between the toasts and the window's edge, and what is scrolled to. */
const MARGIN = 14;

/** The alerts that have just fired, over everything else. */
export const Toasts = memo(({ desk }: { desk: AlertDesk }): ReactElement => {
  const { toasts, more } = useSyncExternalStore(desk.shelf.subscribe, desk.shelf.get);
  const box = useRef<HTMLElement>(null);
  /** Where the focus was before it came here. */
  const before = useRef<HTMLElement | null>(null);

  // What gets the focus, or is scrolled to, is not left under them.
  useLayoutEffect(() => {
    // To measure makes the browser lay out the page at once: not for nothing.
    const height = toasts.length > 0 ? (box.current?.offsetHeight ?? 0) : 0;
    document.documentElement.style.scrollPaddingBottom = height > 0 ? `${height + 2 * MARGIN}px` : '';
  });

  const dismiss = (id: string): void => {
    const buttons = [...(box.current?.querySelectorAll('button') ?? [])];
    const at = toasts.findIndex(({ alert }) => alert.id === id);
    // The focus goes on to a neighbour: without one, it goes back to where it was in the page.
    if (buttons[at] === document.activeElement)
      (buttons[at + 1] ?? buttons[at - 1] ?? before.current)?.focus();
    desk.dismiss(id);
  };

  return (
    <section
      ref={box}
      className="toasts"
      aria-label={toasts.length > 0 ? alertText.toasts : undefined}
      onPointerEnter={() => desk.hold('pointer')}
      onPointerLeave={() => desk.release('pointer')}
      onFocus={({ currentTarget, relatedTarget }) => {
        desk.hold('focus');
        if (!currentTarget.contains(relatedTarget)) before.current = relatedTarget as HTMLElement | null;
      }}
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
