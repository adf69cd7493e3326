import { type ReactElement, type ReactNode, useEffect, useRef, useState } from 'react';
import './menu.css';

/**
 * A button that opens a sheet under the page's head. A native `<details>`: keyboards and screen readers know it, and of
 * those with one `name` only one is open. Escape closes it, and so does a press or the focus anywhere else.
 */
export function Disclosure(props: {
  label: string;
  /** The sheet's class, besides its own. */
  className: string;
  testId: string;
  /** What is in it; made anew each time that it is opened. */
  children: () => ReactNode;
}): ReactElement {
  const { label, className, testId, children } = props;
  const box = useRef<HTMLDetailsElement>(null);
  const [open, setOpen] = useState(false);

  useEffect(() => {
    const { current } = box;
    if (!open || !current) return;
    const ended = new AbortController();
    const { signal } = ended;
    const pressed = ({ target }: PointerEvent): void => {
      if (target instanceof Node && !current.contains(target)) current.open = false;
    };
    const key = (event: KeyboardEvent): void => {
      const { target } = event;
      // An Escape elsewhere is for what is there: a toast, an offer of the chart.
      const here = target === document.body || (target instanceof Node && current.contains(target));
      if (event.key !== 'Escape' || !here) return;
      current.open = false;
      current.querySelector('summary')?.focus();
    };
    const left = ({ relatedTarget }: FocusEvent): void => {
      // Behind an open sheet the focus could not be seen. A dialog gives it back to where it was.
      if (!(relatedTarget instanceof Element) || relatedTarget.closest('dialog')) return;
      if (!current.contains(relatedTarget)) current.open = false;
    };
    current.addEventListener('focusout', left, { signal });
    document.addEventListener('pointerdown', pressed, { signal });
    document.addEventListener('keydown', key, { signal });
    return () => ended.abort();
  }, [open]);

  return (
    <details
      ref={box}
      name="sheet"
      className="menu"
      data-testid={testId}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className="tool">{label}</summary>
      {open && <div className={`card sheet ${className}`}>{children()}</div>}
    </details>
  );
}
