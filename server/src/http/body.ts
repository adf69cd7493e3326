import type { FastifySchemaCompiler } from 'fastify';
import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { BadRequest } from './query.ts';
import { beginning } from './quote.ts';

/** The parts of a schema by which a value is explained. */
interface Part {
  readonly const?: unknown;
  readonly anyOf?: readonly Part[];
  readonly properties?: Readonly<Record<string, Part>>;
  readonly required?: readonly string[];
}

/**
 * Checks a body as it came, by the schema that documents it; names and ids in the path are for the route to look up.
 *
 * Instead of Ajv, which here takes `"5"` for 5 and `""` for null (so that a webhook would be gone in silence), and of a
 * union says what is wrong with each of its parts.
 */
export const bodyCompiler: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) => {
  if (httpPart !== 'body') return (value: unknown) => ({ value });
  const validator = Compile(schema);
  return (value: unknown) =>
    validator.Check(value) ? { value } : { error: new BadRequest(explain(schema as Part, value, '')) };
};

/** In words, what is wrong with a value that does not fit the schema. */
function explain(schema: Part, value: unknown, path: string): string {
  const { properties, required = [], anyOf } = schema;
  const name = path === '' ? 'the body' : path;
  if (anyOf) return explainUnion(anyOf, value, path);
  if (properties && isObject(value)) {
    const within = (field: string): string => (path === '' ? field : `${path}.${field}`);
    const unknown = Object.keys(value).find((field) => !Object.hasOwn(properties, field));
    if (unknown !== undefined) {
      return `${within(beginning(unknown))} is no field of ${name}: there are ${Object.keys(properties).join(', ')}`;
    }
    const missing = required.find((field) => !Object.hasOwn(value, field));
    if (missing !== undefined) return `${within(missing)} is missing`;
    for (const [field, part] of Object.entries(properties)) {
      const given = value[field];
      if (given !== undefined && !Compile(part as TSchema).Check(given))
        return explain(part, given, within(field));
    }
  }
  const [error] = Compile(schema as TSchema).Errors(value);
  return `${name} ${error?.message ?? 'is not valid'}`;
}

/** Of objects with a `type` the one that is meant is explained; of words all are named. */
function explainUnion(parts: readonly Part[], value: unknown, path: string): string {
  const objects = parts.filter(({ properties }) => properties);
  const types = objects.flatMap(({ properties }) => properties?.['type']?.const ?? []);
  if (types.length > 0 && isObject(value)) {
    const meant = objects.find(({ properties }) => properties?.['type']?.const === value['type']);
    return meant ? explain(meant, value, path) : `${path}.type must be one of ${types.join(', ')}`;
  }
  if (objects.length > 0) return explain(objects[0]!, value, path);
  return `${path} must be one of ${parts.map((part) => part.const).join(', ')}`;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
