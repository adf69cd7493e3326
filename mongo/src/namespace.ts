/** Splits "database.collection" (`TOPIC`). @throws Error that says what a topic's name looks like */
export function splitNamespace(topic: string): { database: string; collection: string } {
  const dot = topic.indexOf('.');
  if (dot < 1 || dot === topic.length - 1) {
    throw new Error(`TOPIC must be "database.collection", such as finance.ticker; it is "${topic}"`);
  }
  return { database: topic.slice(0, dot), collection: topic.slice(dot + 1) };
}
