import { serverVariant } from '../variant/server-variant.ts';
import type { Variant } from '../variant/variant.ts';
import type { StoredRules } from './stored-rules.ts';

export const LISTENERS = 20;

/** Our server with so many alert rules in the database, and some who listen. */
export function ruledVariant(stored: StoredRules, rules: number): Variant {
  const variant = serverVariant({
    name: `${rules} rules`,
    awaitMs: 20,
    listeners: LISTENERS,
    ready: (server) => server.evaluates(rules),
  });
  return {
    ...variant,
    open: async (stage) => {
      await stored.put(rules);
      return variant.open(stage);
    },
  };
}
