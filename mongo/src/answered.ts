/**
 * Waits for an answer that may never come: a member that hangs keeps its connections open.
 *
 * @throws Error when it takes longer than `withinMs` milliseconds; nobody looks at it then any more
 */
export async function answered<Result>(asked: Promise<Result>, withinMs: number): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${withinMs / 1_000} s`)), withinMs);
  });
  try {
    return await Promise.race([asked, silence]);
  } finally {
    clearTimeout(timer);
    asked.catch(() => {});
  }
}
