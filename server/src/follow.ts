import type { TailItem } from '@ticker/mongo';
import type { Hub } from './hub/hub.ts';
import type { Rate } from './rate.ts';

export interface FollowOptions {
  /** Called once, when the first fill has caught up. */
  readonly onFilled?: () => void;
  /** Called after each time that ticks were appended to the backlog, while all of them are held. */
  readonly onTicks?: () => void;
}

/**
 * Hands what a tail reads to the hub, until it ends. Whatever else gives the same items, by the rules of docs/scaling.md, may
 * stand in for it.
 */
export async function follow(
  tail: AsyncIterable<TailItem>,
  hub: Hub,
  rate: Rate,
  options: FollowOptions = {},
): Promise<void> {
  for await (const item of tail) handOn(item, hub, rate, options);
}

/** Hands one item to the hub; see {@link follow}. */
export function handOn(
  item: TailItem,
  hub: Hub,
  rate: Rate,
  { onFilled = () => {}, onTicks = () => {} }: FollowOptions = {},
): void {
  switch (item.type) {
    case 'start':
      hub.backlog.whole = item.whole;
      break;
    case 'ticks':
      // A small backlog would have forgotten the first of them already.
      for (let at = 0; at < item.ticks.length; at += hub.backlog.capacity) {
        hub.append(item.ticks.slice(at, at + hub.backlog.capacity), item.live);
        onTicks();
      }
      rate.add(item.ticks.length, item.live);
      break;
    case 'gap':
      hub.gap(item.recreated);
      break;
    case 'filled':
      onFilled();
      break;
  }
}
