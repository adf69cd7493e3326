import type { TSchema } from 'typebox';
import { Check } from 'typebox/schema';
import { describe, expect, it } from 'vitest';
import { Alert, AlertRule, AlertRuleChange, NewAlertRule, QueueReport } from '../src/alert-schemas.ts';
import { ClientMessage, ServerMessage, TickSchema } from '../src/schemas.ts';
import { StreamEvents } from '../src/stream-events.ts';

const messages = [...ClientMessage.anyOf, ...ServerMessage.anyOf];

/** By a name for the test's title. */
const schemas: [string, TSchema][] = [
  ['tick', TickSchema],
  ...messages.map((schema): [string, TSchema] => [schema.properties.type.const, schema]),
  ...Object.entries({ NewAlertRule, AlertRuleChange, AlertRule, Alert, QueueReport }),
  ...Object.entries(StreamEvents).map(([name, schema]): [string, TSchema] => [`event ${name}`, schema]),
];

describe.each(schemas)('%s', (_name, schema) => {
  const examples = (schema as { examples?: object[] }).examples ?? [];

  it('has an example', () => {
    expect(examples).not.toEqual([]);
  });

  it.each(examples)('is described by its schema: %j', (example) => {
    expect(Check(schema, example)).toBe(true);
  });

  it('needs each of its required fields', () => {
    const { required = [] } = schema as unknown as { required?: string[] };
    for (const field of required) {
      const rest = Object.entries(examples[0] ?? {}).filter(([name]) => name !== field);
      expect(Check(schema, Object.fromEntries(rest)), field).toBe(false);
    }
  });
});
