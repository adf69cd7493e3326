/**
 * What `npm run mutants` changes, and the tests that should notice: those that need neither MongoDB nor a build, and of
 * these the ones that are about the module, since every mutant is run against all of them that reach it.
 *
 * @typedef {{ name: string, mutate: string[], tests: string[] }} Module
 * @type {Module[]}
 */
export const modules = [
  {
    name: 'tail',
    mutate: tail(
      'bad-documents',
      'entry-reader',
      'last-writes',
      'least-crowded',
      'line',
      'pace',
      'rejoin',
      'reopen-reason',
      'seen',
      'tag-sets',
      'tick-document',
      'tick-kind',
      'wake-trouble',
      'wire-id',
    ),
    tests: ['mongo/test/*.test.ts'],
  },
  {
    name: 'feed',
    mutate: ['web/src/feed/*.ts'],
    tests: ['web/test/feed/*.test.ts'],
  },
  {
    name: 'backlog',
    mutate: ['server/src/hub/backlog.ts', 'server/src/hub/series.ts'],
    tests: ['server/test/hub/*.test.ts'],
  },
  {
    name: 'subscriber',
    mutate: ['batch', 'left-out', 'reader', 'recent', 'resume', 'sent', 'subscriber'].map(hub),
    tests: ['server/test/hub/*.test.ts'],
  },
  {
    name: 'hub',
    mutate: ['filter', 'history', 'hub'].map(hub),
    tests: ['server/test/hub/*.test.ts', 'server/test/session.test.ts'],
  },
  {
    name: 'session',
    mutate: ['server/src/session/*.ts'],
    // Not those that start a server for each test: every change that survives would take half a minute.
    tests: [
      'server/test/inbox.test.ts',
      'server/test/session.test.ts',
      'server/test/session/*.test.ts',
      'server/test/alerts/watch.test.ts',
    ],
  },
  {
    name: 'protocol',
    mutate: ['protocol/src/*.ts', '!protocol/src/*examples.ts', '!protocol/src/asyncapi-text.ts'],
    tests: ['protocol/test/*.test.ts'],
  },
];

function tail(...names) {
  return names.map((name) => `mongo/src/${name}.ts`);
}

function hub(name) {
  return `server/src/hub/${name}.ts`;
}
