import { answerCalls } from '../stage/calls.ts';
import { directCalls } from './direct-calls.ts';

// A listening process as the article has it: each listener is a tailable cursor of its own, straight from MongoDB, on
// a secondary, from "now" on by the publishers' time, and with mongod's default wait of one second. Majority reads,
// so that what is compared is the same promise.

answerCalls(
  directCalls({
    appName: 'bench-cursors',
    open: async (topic) => {
      const cursor = topic.find(
        { time: { $gte: new Date() } },
        { tailable: true, awaitData: true, readConcern: { level: 'majority' } },
      );
      // Opens it: the first batch is empty, and waits its second out.
      await cursor.tryNext();
      return cursor;
    },
    tickOf: (tick) => tick,
  }),
);
