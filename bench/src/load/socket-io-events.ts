/** The collection of @socket.io/mongo-adapter, as its README has it, but for a size that does not matter. */
export const EVENTS = { database: 'finance', collection: 'socket.io-adapter-events', bytes: 16 * 2 ** 20 };
