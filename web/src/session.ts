import { ask } from './answer.ts';
import { problemWords } from './ui/problem-words.ts';

/**
 * Hands a token to the server, which makes it a cookie that no script can read: a page that held it would lose it to the
 * first script that gets in.
 *
 * @returns what was wrong, in words; null: it was accepted, and whatever connects from now on has it
 */
export function openSession(token: string): Promise<string | null> {
  return wrong('POST', { token });
}

/** Ends that. @returns what was wrong, in words; null: the cookie is gone */
export function closeSession(): Promise<string | null> {
  return wrong('DELETE');
}

async function wrong(method: string, body?: unknown): Promise<string | null> {
  const answer = await ask(method, '/api/session', body);
  return answer.ok ? null : problemWords(answer.problem);
}
