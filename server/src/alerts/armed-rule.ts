import type { Rule } from '@ticker/mongo';

/** What the evaluation of an alert rule needs of it. */
export type ArmedRule = Pick<Rule, 'id' | 'generation' | 'ticker' | 'condition'>;
