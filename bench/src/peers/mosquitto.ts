import type { BrokerKind } from './broker.ts';

/** A Mosquitto broker (MQTT), which keeps nothing on disk. https://mosquitto.org/man/mosquitto-conf-5.html */
export const mosquitto: BrokerKind = {
  name: 'Mosquitto',
  program: {
    name: 'mosquitto',
    package: 'mosquitto',
    file: 'usr/sbin/mosquitto',
    versionArgs: ['-h'],
    version: /mosquitto version (\d+\.\d+\.\d+)/,
  },
  // Without TCP_NODELAY it would wait for acknowledgements of its last packet: not its best.
  configuration: ({ tcp, webSocket }) => `
persistence false
set_tcp_nodelay true
listener ${tcp} 127.0.0.1
allow_anonymous true
listener ${webSocket} 127.0.0.1
protocol websockets
allow_anonymous true
`,
  args: (configuration) => ['-c', configuration],
};
