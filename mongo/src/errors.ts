/** The topic is there, but not as it was asked for. The message says both, and how to mend it in mongosh. */
export class TopicMismatch extends Error {
  override readonly name = 'TopicMismatch';
}

/** The topic was dropped, or dropped and made anew, since {@link ensureTopic} looked. */
export class TopicDropped extends Error {
  override readonly name = 'TopicDropped';

  constructor(topic: string) {
    super(`the topic ${topic} was dropped while ticks were appended to it`);
  }
}

/** A collection that is to be tailed isn't capped. */
export class NotCapped extends Error {
  override readonly name = 'NotCapped';

  constructor(collection: string) {
    super(`${collection} is not a capped collection, so it can't be tailed: drop it, or run convertToCapped`);
  }
}

/** What should be a connection string (`MONGODB_URI`) is none. */
export class NoConnectionString extends Error {
  constructor(why: string, options?: ErrorOptions) {
    super(`MONGODB_URI is no connection string: ${why}`, options);
  }
}
