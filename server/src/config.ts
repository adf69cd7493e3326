import { compile } from '@fastify/proxy-addr';
import { alertNames, parseTagSets } from '@ticker/mongo';
import { envSchema } from 'env-schema';
import { Type, type Static } from 'typebox';
import { WebhookAddresses } from './alerts/webhook-address.ts';

const Environment = Type.Object({
  MONGODB_URI: Type.String({ pattern: '^mongodb(\\+srv)?://' }),
  PORT: Type.Integer({ minimum: 0, maximum: 65_535, default: 3000 }),
  HOST: Type.String({ minLength: 1, default: '127.0.0.1' }),
  WORKERS: Type.Integer({ minimum: 1, maximum: 256, default: 1 }),
  TOPIC: Type.String({ pattern: '^[^.$ ]+\\.[^$ ]+$', default: 'finance.ticker' }),
  BACKLOG_MAX: Type.Integer({ minimum: 1, maximum: 10_000_000, default: 100_000 }),
  READ_CONCERN: Type.Union([Type.Literal('majority'), Type.Literal('local')], { default: 'majority' }),
  TAIL_AWAIT_MS: Type.Integer({ minimum: 1, maximum: 2_000, default: 20 }),
  TAIL_WAKE: Type.Union([Type.Literal('on'), Type.Literal('off')], { default: 'on' }),
  TAIL_TAGS: Type.String({ default: '' }),
  FLUSH_MS: Type.Integer({ minimum: 0, maximum: 1_000, default: 10 }),
  ALLOWED_ORIGINS: Type.String({ default: '' }),
  // RFC 7518, section 3.2: the key of HS256 has at least 256 bits.
  AUTH_SECRET: Type.Optional(Type.String({ minLength: 32 })),
  AUTH_JWKS_FILE: Type.Optional(Type.String({ minLength: 1 })),
  AUTH_ISSUER: Type.Optional(Type.String({ minLength: 1 })),
  AUTH_AUDIENCE: Type.Optional(Type.String({ minLength: 1 })),
  TRUST_PROXY: Type.String({ default: '' }),
  CONNECTIONS_PER_ADDRESS: Type.Integer({ minimum: 0, default: 256 }),
  CONNECTIONS_MAX: Type.Integer({ minimum: 1, default: 20_000 }),
  REQUESTS_PER_MINUTE: Type.Integer({ minimum: 0, default: 3_000 }),
  ALERTS: Type.Union([Type.Literal('on'), Type.Literal('off')], { default: 'on' }),
  QUEUE: Type.String({ pattern: '^[^.$ ]+\\.[^$ ]+$', default: 'work.queue' }),
  ALERT_RULES_MAX: Type.Integer({ minimum: 1, maximum: 100_000, default: 1_000 }),
  WEBHOOK_NETWORKS: Type.String({ default: '' }),
  TLS_CERT: Type.Optional(Type.String({ minLength: 1 })),
  TLS_KEY: Type.Optional(Type.String({ minLength: 1 })),
  LOG_LEVEL: Type.Union(
    (['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const).map((level) =>
      Type.Literal(level),
    ),
    { default: 'info' },
  ),
});

/** Not to be repeated in a message: a connection string holds a password. */
const SECRETS = new Set(['MONGODB_URI', 'AUTH_SECRET']);

/** The process' settings, validated. Names are those of the environment; what is a list there is a list here. */
export type Config = Omit<Static<typeof Environment>, (typeof LISTS)[number]> & {
  readonly [Name in (typeof LISTS)[number]]: string[];
};

const LISTS = ['ALLOWED_ORIGINS', 'TRUST_PROXY', 'WEBHOOK_NETWORKS'] as const;

/**
 * Reads the settings from the environment. A variable that is set to nothing counts as not set.
 *
 * @throws Error of one line that names the first bad value
 */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const data = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  if (data['MONGODB_URI'] === undefined) {
    throw new Error(
      'MONGODB_URI is not set: the connection string of a replica set, such as the one npm start prints',
    );
  }
  const config = validated(data);
  if ((config.TLS_CERT === undefined) !== (config.TLS_KEY === undefined)) {
    throw new Error('TLS_CERT and TLS_KEY go together: set both, or none');
  }
  lists('TRUST_PROXY', 'addresses or networks', () => compile(config.TRUST_PROXY));
  lists('WEBHOOK_NETWORKS', 'addresses or networks', () => new WebhookAddresses(config.WEBHOOK_NETWORKS));
  lists('TAIL_TAGS', 'tags', () => parseTagSets(config.TAIL_TAGS));
  if (config.ALERTS === 'on') alertNames(config.TOPIC, config.QUEUE);
  return config;
}

function lists(name: string, what: string, read: () => unknown): void {
  try {
    read();
  } catch (cause) {
    throw new Error(`${name} must list ${what}: ${(cause as Error).message}`, { cause });
  }
}

function validated(data: NodeJS.ProcessEnv): Config {
  try {
    const values = envSchema<Static<typeof Environment>>({ schema: Environment, data, env: false });
    return {
      ...values,
      ALLOWED_ORIGINS: list(values.ALLOWED_ORIGINS),
      TRUST_PROXY: list(values.TRUST_PROXY),
      WEBHOOK_NETWORKS: list(values.WEBHOOK_NETWORKS),
    };
  } catch (cause) {
    throw new Error(describe(cause, data), { cause });
  }
}

function list(value: string): string[] {
  return value
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
}

function describe(cause: unknown, data: NodeJS.ProcessEnv): string {
  const { errors } = cause as { errors?: { instancePath: string; message: string }[] };
  const [first] = errors ?? [];
  const name = first?.instancePath.slice(1);
  if (!first || !name) return cause instanceof Error ? cause.message : String(cause);
  const value = SECRETS.has(name) ? '' : ` (it is "${data[name]}")`;
  return `${name} ${first.message}${value}`;
}
