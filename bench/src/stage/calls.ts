/** The calls that a load process answers: one argument, one answer, both plain JSON. */
// `never`: a process' calls each take an argument of their own kind.
export type Calls = Record<string, (argument: never) => Promise<unknown>>;

/** A call on its way to the process. */
export interface Call {
  readonly id: number;
  readonly name: string;
  readonly argument: unknown;
}

/** Its answer; `error` where it failed. */
export interface Answer {
  readonly id: number;
  readonly value?: unknown;
  readonly error?: string;
}

/**
 * Makes this process answer the calls of the process that forked it, and end with it: the channel between them closes
 * when the parent ends, however it ends.
 */
export function answerCalls(calls: Calls): void {
  process.on('disconnect', () => process.exit(0));
  // A terminal's Ctrl-C is the parent's, which closes what we use in order.
  process.on('SIGINT', () => {});
  process.on('message', async ({ id, name, argument }: Call) => {
    const answer = await attempt(calls[name], argument);
    process.send?.({ id, ...answer } satisfies Answer);
  });
}

async function attempt(call: Calls[string] | undefined, argument: unknown): Promise<Omit<Answer, 'id'>> {
  try {
    return { value: await call!(argument as never) };
  } catch (error) {
    return { error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
