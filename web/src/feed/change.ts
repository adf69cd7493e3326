import type { Effect } from './event.ts';
import type { FeedState } from './feed-state.ts';

/** What an event makes of the feed: its next state, and what is to be done, in order. */
export interface Change {
  readonly state: FeedState;
  readonly effects: readonly Effect[];
}

/** The state with some facts replaced, and the effects that go with it. */
export function change(state: FeedState, facts: Partial<FeedState>, ...effects: readonly Effect[]): Change {
  return { state: { ...state, ...facts }, effects };
}

/** One change after another: `next` gets the state that `first` left. */
export function andThen(first: Change, next: (state: FeedState) => Change): Change {
  const second = next(first.state);
  return { state: second.state, effects: [...first.effects, ...second.effects] };
}
