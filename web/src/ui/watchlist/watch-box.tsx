import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactElement,
  type RefObject,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import type { WatchRow } from '../../store/watch-row.ts';
import { bringIntoSight } from '../into-sight.ts';
import { useMedia } from '../media.ts';
import { watchText } from '../text/watchlist.ts';
import { jumped, moved, TYPING_MS } from './list-keys.ts';
import { heldName, type HeldName } from './option-name.ts';
import { WatchItem } from './watch-item.tsx';

/**
 * The list itself: a listbox (ARIA practices). It is one stop of the Tab key, and keeps the focus while arrow keys move
 * its active row, so that a row that goes takes no focus with it. To move is not to choose: that takes Enter or Space.
 */
export function WatchBox(props: {
  ref: RefObject<HTMLDivElement | null>;
  rows: readonly WatchRow[];
  chosen: string | null;
  onChoose: (ticker: string) => void;
}): ReactElement {
  const { ref, rows, chosen, onChoose } = props;
  const strip = useMedia('(max-width: 1199px)');
  const ids = useId();
  const idOf = (ticker: string): string => `${ids}-${ticker}`;
  const [moving, setMoving] = useState<string | null>(null);
  const typed = useRef({ text: '', at: -Infinity });
  const names = rows.map(({ ticker }) => ticker);
  // Where the keyboard is: else at the chosen one, else at the first.
  const active = [moving, chosen].find((name) => name !== null && names.includes(name)) ?? names[0];

  const [focused, setFocused] = useState(false);
  const [before, setHeld] = useState<HeldName | null>(null);
  const held = heldName(before, focused ? rows.find(({ ticker }) => ticker === active) : undefined);
  if (held !== before) setHeld(held);

  const activeId = active === undefined ? undefined : idOf(active);
  useEffect(() => {
    if (moving === null || activeId === undefined) return;
    document
      .querySelector(`#${CSS.escape(activeId)}`)
      ?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [moving, activeId]);

  // Another is chosen, as by a link, or is listed by now.
  const chosenId = chosen !== null && names.includes(chosen) ? idOf(chosen) : undefined;
  useEffect(() => {
    const item = chosenId && document.querySelector(`#${CSS.escape(chosenId)}`);
    if (item && ref.current) bringIntoSight(item, ref.current);
  }, [chosenId, ref]);

  const typing = (event: KeyboardEvent): number | undefined => {
    if (event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey) return undefined;
    const { text, at } = typed.current;
    const next = event.timeStamp - at < TYPING_MS ? text + event.key : event.key;
    const found = jumped(names, next, names.indexOf(active ?? ''));
    if (found < 0) return undefined;
    typed.current = { text: next, at: event.timeStamp };
    return found;
  };
  const press = (event: KeyboardEvent): void => {
    const choose = event.key === 'Enter' || event.key === ' ';
    const to = choose
      ? undefined
      : (moved(event.key, names.indexOf(active ?? ''), names.length) ?? typing(event));
    if (!choose && to === undefined) return;
    event.preventDefault();
    if (to !== undefined) setMoving(names[to] ?? null);
    else if (active !== undefined) onChoose(active);
  };
  const click = (event: MouseEvent): void => {
    const item = (event.target as Element).closest<HTMLElement>('[data-ticker]');
    const ticker = item?.dataset['ticker'];
    if (ticker === undefined) return;
    setMoving(ticker);
    onChoose(ticker);
  };
  return (
    <div
      ref={ref}
      className="watch-box"
      role="listbox"
      tabIndex={0}
      aria-label={watchText.list}
      aria-orientation={strip ? 'horizontal' : 'vertical'}
      aria-activedescendant={activeId}
      onKeyDown={press}
      onClick={click}
      onFocus={() => setFocused(true)}
      onBlur={() => {
        setFocused(false);
        setMoving(null);
      }}
    >
      {rows.map((row) => (
        <WatchItem
          key={row.ticker}
          id={idOf(row.ticker)}
          row={row}
          chosen={row.ticker === chosen}
          active={row.ticker === active}
          name={row.ticker === held?.ticker ? held.name : undefined}
        />
      ))}
    </div>
  );
}
