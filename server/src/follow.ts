import type { Tail, TailItem } from '@ticker/mongo';
import type { Hub } from './hub/hub.ts';
import type { Rate } from './rate.ts';

/**
 * Hands what the tail reads to the hub, until the tail ends.
 *
 * @param onFilled called once, when the first fill has caught up
 */
export async function follow(tail: Tail, hub: Hub, rate: Rate, onFilled: () => void): Promise<void> {
  for await (const item of tail) handOn(item, hub, rate, onFilled);
}

/** Hands one item to the hub; see {@link follow}. */
export function handOn(item: TailItem, hub: Hub, rate: Rate, onFilled: () => void): void {
  switch (item.type) {
    case 'start':
      hub.backlog.whole = item.whole;
      break;
    case 'ticks':
      hub.append(item.ticks, item.live);
      rate.add(item.ticks.length);
      break;
    case 'gap':
      hub.gap(item.recreated);
      break;
    case 'filled':
      onFilled();
      break;
  }
}
