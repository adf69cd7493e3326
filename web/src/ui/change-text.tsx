import type { ReactElement } from 'react';
import { formatChange, formatPercent } from './format.ts';
import { None } from './none.tsx';
import { text } from './text/page.ts';

/** A change with its direction thrice, for eyes and ears: arrow, sign, colour. `base`: what to take a percentage of. */
export function ChangeText(props: { change: number | null; base?: number | undefined }): ReactElement {
  const { change, base } = props;
  if (change === null)
    return (
      <span className="flat">
        <None words={text.noChange} />
      </span>
    );
  const direction = directionOf(change);
  const share = base ? ` (${formatPercent(change / Math.abs(base))})` : '';
  return (
    <span className={direction}>
      <Arrow change={change} />
      {formatChange(change)}
      {share}
    </span>
  );
}

/** ▲ or ▼, and a word for who can't see it; nothing where nothing changed. */
export function Arrow({ change }: { change: number | null }): ReactElement | null {
  const direction = directionOf(change);
  if (direction === 'flat') return null;
  return (
    <>
      <span className="arrow" aria-hidden="true">
        {direction === 'up' ? '▲' : '▼'}
      </span>
      <span className="unseen">{text[direction]} </span>
    </>
  );
}

/** Which way a change goes: also the name of its colour. */
export function directionOf(change: number | null): 'up' | 'down' | 'flat' {
  if (change === null || change === 0) return 'flat';
  return change > 0 ? 'up' : 'down';
}
