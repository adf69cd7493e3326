import { defineConfig } from 'vitest/config';

import { modules } from './modules.mjs';

const conditions = ['source', 'module', 'node'];
const { tests } = modules.find(({ name }) => name === process.env.MUTANTS_MODULE);

/** The module's tests alone, as `vitest.config.ts` runs its unit tests. */
export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: tests,
    // Every change that survives would be held against the whole of a fuzz.
    exclude: ['**/*.mongo.test.ts', '**/*.fuzz.test.ts', '**/node_modules/**'],
    testTimeout: 20_000,
    // A worker and its imports for each file would take most of the time; each run gets a new one all the same.
    isolate: false,
    setupFiles: ['setup/stryker/quick-properties.mjs'],
  },
});
