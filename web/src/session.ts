import { text } from './ui/text.ts';

/**
 * Hands a token to the server, which makes it a cookie that no script can read: a page that held it would lose it to the
 * first script that gets in.
 *
 * @returns what was wrong, in words; null: it was accepted, and whatever connects from now on has it
 */
export function openSession(token: string): Promise<string | null> {
  const headers = { 'content-type': 'application/json' };
  return ask({ method: 'POST', headers, body: JSON.stringify({ token }) });
}

/** Ends that. @returns what was wrong, in words; null: the cookie is gone */
export function closeSession(): Promise<string | null> {
  return ask({ method: 'DELETE' });
}

async function ask(init: RequestInit): Promise<string | null> {
  try {
    const answer = await fetch('/api/session', init);
    if (answer.ok) return null;
    const { message } = (await answer.json()) as { message: string };
    return text.says(message);
  } catch {
    // No network, or a proxy's page in place of an answer.
    return text.noAnswer;
  }
}
