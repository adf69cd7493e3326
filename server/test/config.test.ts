import { describe, expect, it } from 'vitest';
import { readConfig } from '../src/config.ts';

const MONGODB_URI = 'mongodb://user:hunter2@db.example/?replicaSet=rs0';

describe('The settings', () => {
  it('have defaults for all but the database', () => {
    expect(readConfig({ MONGODB_URI })).toEqual({
      MONGODB_URI,
      PORT: 3000,
      HOST: '127.0.0.1',
      WORKERS: 1,
      TOPIC: 'finance.ticker',
      BACKLOG_MAX: 100_000,
      READ_CONCERN: 'majority',
      TAIL_AWAIT_MS: 20,
      TAIL_WAKE: 'on',
      TAIL_TAGS: '',
      FLUSH_MS: 10,
      ALLOWED_ORIGINS: [],
      TRUST_PROXY: [],
      CONNECTIONS_PER_ADDRESS: 256,
      CONNECTIONS_MAX: 20_000,
      REQUESTS_PER_MINUTE: 3_000,
      ALERTS: 'on',
      QUEUE: 'work.queue',
      ALERT_RULES_MAX: 1_000,
      WEBHOOK_NETWORKS: [],
      LOG_LEVEL: 'info',
    });
  });

  it('that are set to nothing are not set: an empty AUTH_SECRET is no secret of no letters', () => {
    const config = readConfig({ MONGODB_URI, PORT: '', AUTH_SECRET: '' });
    expect(config.PORT).toBe(3000);
    expect(config.AUTH_SECRET).toBeUndefined();
  });

  it('list addresses and origins by commas', () => {
    const config = readConfig({
      MONGODB_URI,
      ALLOWED_ORIGINS: 'https://a, https://b,',
      TRUST_PROXY: 'loopback, 10.0.0.0/8',
      WEBHOOK_NETWORKS: '127.0.0.1, ::1',
    });
    expect(config.WEBHOOK_NETWORKS).toEqual(['127.0.0.1', '::1']);
    expect(config.ALLOWED_ORIGINS).toEqual(['https://a', 'https://b']);
    expect(config.TRUST_PROXY).toEqual(['loopback', '10.0.0.0/8']);
  });
});

describe('A bad setting is named in one line', () => {
  it.each([
    ['PORT', '70000', '70000'],
    ['PORT', 'x', 'x'],
    ['READ_CONCERN', 'linearizable', 'linearizable'],
    ['TOPIC', 'ticker', 'ticker'],
    ['AUTH_SECRET', 'short-secret', undefined],
    ['MONGODB_URI', 'user:hunter2@db', undefined],
    ['CONNECTIONS_PER_ADDRESS', '-1', '-1'],
    ['REQUESTS_PER_MINUTE', '1.5', '1.5'],
    ['TRUST_PROXY', 'everybody', 'everybody'],
    ['WORKERS', '0', '0'],
    ['TAIL_TAGS', 'region:eu;usage', 'usage'],
    ['ALERTS', 'maybe', 'maybe'],
    ['QUEUE', 'queue', 'queue'],
    ['QUEUE', 'finance.alerts', 'finance.alerts'],
    ['ALERT_RULES_MAX', '0', '0'],
    ['WEBHOOK_NETWORKS', '10.0.0.0/8, localhost', 'localhost'],
    ['LOG_LEVEL', 'loud', 'loud'],
  ])('%s=%s', (name, value, shown) => {
    const read = (): unknown => readConfig({ MONGODB_URI, [name]: value });
    expect(read).toThrow(name);
    const { message } = ((): Error => {
      try {
        throw read();
      } catch (error) {
        return error as Error;
      }
    })();
    expect(message).not.toContain('\n');
    if (shown === undefined) expect(message).not.toContain(value);
    else expect(message).toContain(shown);
  });

  it.each(['TLS_CERT', 'TLS_KEY'])('%s alone', (name) => {
    expect(() => readConfig({ MONGODB_URI, [name]: '/tmp/x.pem' })).toThrow(
      'TLS_CERT and TLS_KEY go together',
    );
  });
});
