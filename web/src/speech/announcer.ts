import { Cell } from '../cell.ts';
import { now } from '../feed/surroundings.ts';
import type { SettingsStore } from '../settings/settings.ts';
import { isCurrent } from '../store/current.ts';
import type { Store, View } from '../store/store.ts';
import { formatPrice } from '../ui/format.ts';
import { stateWords } from '../ui/state-words.ts';
import { spokenText } from '../ui/text/spoken.ts';
import { Speaker } from './speaker.ts';

/** How often it is looked whether a price is due, ms: another may not come to remind us. */
const LOOK_MS = 1_000;

/**
 * Says aloud what the speaker decides: gives the words, which a live region shows. Others may put theirs there, too: one
 * region, so that two never talk at once. A hidden tab is silent: its view stands still.
 */
export function startAnnouncer(
  store: Pick<Store, 'view' | 'subscribe'>,
  settings: Pick<SettingsStore, 'get' | 'subscribe'>,
): Cell<string> {
  const said = new Cell('');
  const speaker = new Speaker();
  let timer: ReturnType<typeof setInterval> | undefined;
  const look = (): void => {
    const view = store.view();
    const { connection, ticker } = view;
    const { head, tail } = stateWords(connection, now());
    const { speak } = settings.get();
    const state = { status: connection.status, state: `${head}${tail}` };
    const words = speaker.next({ ...state, ticker, price: priceWords(view), speak }, now());
    if (words !== null) said.set(words);
    if (!speak) timer = clearInterval(timer) as undefined;
    else timer ??= setInterval(look, LOOK_MS);
  };
  look();
  store.subscribe(look);
  settings.subscribe(look);
  return said;
}

/** Only where it is the current one. */
function priceWords(view: View): string | null {
  const {
    ticker,
    rows: [last],
  } = view;
  if (!isCurrent(view) || ticker === null || !last) return null;
  return spokenText.price(ticker, formatPrice(last.tick.price));
}
