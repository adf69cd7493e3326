import type { Tail } from '@ticker/mongo';
import type { Hub } from './hub/hub.ts';
import type { Rate } from './rate.ts';

/**
 * Hands what the tail reads to the hub, until the tail ends.
 *
 * @param onFilled called once, when the first fill has caught up
 */
export async function follow(tail: Tail, hub: Hub, rate: Rate, onFilled: () => void): Promise<void> {
  for await (const item of tail) {
    switch (item.type) {
      case 'start':
        hub.backlog.whole = item.whole;
        break;
      case 'ticks':
        hub.append(item.ticks);
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
}
