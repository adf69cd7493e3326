// Loaded before a program of ours (`node --import`): its connections to some ports go to others, where the suite's proxies
// stand. So the network between it and each member can be broken, and nothing else: the members' own stays well, and so
// does everybody else's. What the set calls its members stays true.
import { Socket } from 'node:net';

const ports = JSON.parse(process.env.REROUTE ?? '{}');
const { connect } = Socket.prototype;

Socket.prototype.connect = function (...args) {
  // What net.connect hands on is a list of its own, with the options first.
  const holder = Array.isArray(args[0]) ? args[0] : args;
  const port = ports[holder[0]?.port];
  if (port !== undefined) holder[0] = { ...holder[0], port };
  return connect.apply(this, args);
};
