import type { ChangeStream, ChangeStreamInsertDocument } from 'mongodb';
import type { StampedTick } from '../measure/tick-stamp.ts';
import { answerCalls } from '../stage/calls.ts';
import { directCalls } from './direct-calls.ts';

// A listening process in which each listener is a change stream of its own on the topic, on a secondary. What it shows
// is majority-committed, always.

type Insert = ChangeStreamInsertDocument<StampedTick>;

answerCalls(
  directCalls<Insert>({
    appName: 'bench-change-streams',
    open: async (topic) => {
      const stream: ChangeStream<StampedTick, Insert> = topic.watch([
        { $match: { operationType: 'insert' } },
      ]);
      // Opens it: from then on every insert comes.
      await stream.tryNext();
      return stream;
    },
    tickOf: ({ fullDocument }) => fullDocument,
  }),
);
