import { networkCut, networkGone, networkHalfOpen, networkSlow, networkStalled } from './broken-network.ts';
import { recreatedTopic, resizedTopic } from './changed-topic.ts';
import { drainedServer, restartedServer } from './drained-server.ts';
import type { Fault } from './fault.ts';
import { frozenMember, laggingMember, slowMember } from './frozen-member.ts';
import { fullDisk } from './full-disk.ts';
import { killOther, killPrimary, killTailed } from './kill-member.ts';
import { killedPublisher } from './killed-publisher.ts';
import { killedServer, lostServer } from './killed-server.ts';
import { rollback } from './rollback.ts';
import { rollingMembers } from './rolling-members.ts';
import { rolloverClient, rolloverTail } from './rollover.ts';
import { slowReader } from './slow-reader.ts';
import { stepDown } from './step-down.ts';
import { twoDown } from './two-down.ts';

/** All that can go wrong here. */
export const faults: readonly Fault[] = [
  killTailed,
  killOther,
  killPrimary,
  stepDown,
  rollingMembers,
  twoDown,
  frozenMember,
  laggingMember,
  slowMember,
  networkCut,
  networkStalled,
  networkSlow,
  networkHalfOpen,
  networkGone,
  rollback,
  rolloverTail,
  rolloverClient,
  recreatedTopic,
  resizedTopic,
  killedServer,
  lostServer,
  drainedServer,
  restartedServer,
  killedPublisher,
  slowReader,
  fullDisk,
];

/** The choice for `npm test`, what finds most first: no play is begun when its time is over. */
export const SHORT: readonly string[] = [
  'kill-primary',
  'network-stalled',
  'rollback',
  'step-down',
  'killed-server',
  'rollover-tail',
  'recreated-topic',
  'kill-tailed',
  'drained-server',
  'rollover-client',
  'lost-server',
];
