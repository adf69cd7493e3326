import type { BrokerKind } from './broker.ts';

/** A NATS server, core NATS only: no JetStream, so it keeps nothing. https://docs.nats.io */
export const nats: BrokerKind = {
  name: 'NATS',
  program: {
    name: 'nats-server',
    package: 'nats-server',
    file: 'usr/sbin/nats-server',
    versionArgs: ['--version'],
    version: /v(\d+\.\d+\.\d+)/,
  },
  configuration: ({ tcp, webSocket }) => `
host: 127.0.0.1
port: ${tcp}
websocket { host: 127.0.0.1, port: ${webSocket}, no_tls: true }
`,
  args: (configuration) => ['--config', configuration],
};
