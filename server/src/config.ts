import { envSchema } from 'env-schema';
import { Type, type Static } from 'typebox';

const Environment = Type.Object({
  MONGODB_URI: Type.String({ pattern: '^mongodb(\\+srv)?://' }),
  PORT: Type.Integer({ minimum: 0, maximum: 65_535, default: 3000 }),
  HOST: Type.String({ minLength: 1, default: '127.0.0.1' }),
  TOPIC: Type.String({ pattern: '^[^.$ ]+\\.[^$ ]+$', default: 'finance.ticker' }),
  BACKLOG_MAX: Type.Integer({ minimum: 1, maximum: 10_000_000, default: 100_000 }),
  READ_CONCERN: Type.Union([Type.Literal('majority'), Type.Literal('local')], { default: 'majority' }),
  TAIL_AWAIT_MS: Type.Integer({ minimum: 1, maximum: 2_000, default: 20 }),
  FLUSH_MS: Type.Integer({ minimum: 0, maximum: 1_000, default: 10 }),
  ALLOWED_ORIGINS: Type.String({ default: '' }),
  LOG_LEVEL: Type.Union(
    (['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const).map((level) =>
      Type.Literal(level),
    ),
    { default: 'info' },
  ),
});

/** The process' settings, validated. Names are those of the environment. */
export type Config = Omit<Static<typeof Environment>, 'ALLOWED_ORIGINS'> & {
  readonly ALLOWED_ORIGINS: string[];
};

/**
 * Reads the settings from the environment.
 *
 * @throws Error of one line that names the first bad value
 */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  if (!environment['MONGODB_URI']) {
    throw new Error(
      'MONGODB_URI is not set: the connection string of a replica set, such as the one npm start prints',
    );
  }
  try {
    const values = envSchema<Static<typeof Environment>>({
      schema: Environment,
      data: environment,
      env: false,
    });
    const origins = values.ALLOWED_ORIGINS.split(',').map((origin) => origin.trim());
    return { ...values, ALLOWED_ORIGINS: origins.filter((origin) => origin !== '') };
  } catch (cause) {
    throw new Error(describe(cause, environment), { cause });
  }
}

function describe(cause: unknown, environment: NodeJS.ProcessEnv): string {
  const { errors } = cause as { errors?: { instancePath: string; message: string }[] };
  const [first] = errors ?? [];
  const name = first?.instancePath.slice(1);
  if (!first || !name) return cause instanceof Error ? cause.message : String(cause);
  // A connection string holds a password.
  const value = name === 'MONGODB_URI' ? '' : ` (it is "${environment[name]}")`;
  return `${name} ${first.message}${value}`;
}
