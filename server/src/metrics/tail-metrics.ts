import { type Tail, TAIL_STATES, WAKE_STATES } from '@ticker/mongo';
import type { Registry } from 'prom-client';
import type { Rate } from '../rate.ts';
import { counter, gauge } from './reading.ts';

/** What the metrics read of a tail. */
export type TailSource = Pick<Tail, 'status' | 'reopens' | 'members' | 'wake'>;

/** What the tail does, and how the members of the set are. */
export function tailMetrics(registry: Registry, tail: TailSource, rate: Rate): void {
  counter(registry, {
    name: 'ticker_ticks_received_total',
    help: 'Ticks that the tail brought, those of the first fill included',
    read: () => rate.total,
  });
  counter(registry, {
    name: 'ticker_bad_documents_total',
    help: 'Documents of the topic that are no tick, and were left out; one that is met again counts again',
    read: () => tail.status.badDocuments,
  });
  gauge(registry, {
    name: 'ticker_tail_state',
    help: '1 for what the reading of the topic is doing, 0 for what it is not',
    labels: ['state'],
    read: () => {
      const now = tail.status.state;
      return TAIL_STATES.map((state) => [{ state }, Number(state === now)]);
    },
  });
  gauge(registry, {
    name: 'ticker_tail_wake',
    help: '1 for how the tail learns of ticks, 0 for how it does not',
    labels: ['state'],
    read: () => {
      const now = tail.wake;
      return WAKE_STATES.map((state) => [{ state }, Number(state === now)]);
    },
  });
  counter(registry, {
    name: 'ticker_tail_reopens_total',
    help: 'Cursors opened after the first, by the reason to leave the one before',
    labels: ['reason'],
    read: () => [...tail.reopens].map(([reason, count]) => [{ reason }, count]),
  });
  counter(registry, {
    name: 'ticker_tail_gaps_total',
    help: 'Places in the topic where the server itself may have missed ticks',
    read: () => tail.status.gaps,
  });
  gauge(registry, {
    name: 'ticker_member_lag_seconds',
    help: "The set's last write against the member's, for each member that holds data (whole seconds, give or take 2)",
    labels: ['member', 'state'],
    read: () =>
      tail.members.map(({ address, state, lagMs }) => [{ member: address, state }, lagMs / 1000] as const),
  });
  gauge(registry, {
    name: 'ticker_member_read',
    help: '1 for the member that the topic is read from, 0 for the others',
    labels: ['member'],
    read: () => {
      const read = tail.status.member;
      return tail.members.map(({ address }) => [{ member: address }, Number(address === read)] as const);
    },
  });
}
