/** What a dashboard got: on each of its connections, the ids of what came as `alert`, and of what `watching` listed. */
export interface Watched {
  readonly name: string;
  readonly connections: readonly { readonly alerts: readonly string[]; readonly listed: readonly string[] }[];
}

/** A request that came to the webhook. */
export interface Posted {
  readonly key: string;
  /** Of the alert in it. */
  readonly id: string;
  /** Whether it was answered well. */
  readonly taken: boolean;
}

/**
 * Every firing reaches each dashboard, as news at most once a connection, and the webhook, by one key of its own.
 *
 * @param fired ids of the rows of the alerts, and whether their rule has a webhook
 */
export function judgeAlerts(
  fired: readonly { readonly id: string; readonly webhook: boolean }[],
  dashboards: readonly Watched[],
  posts: readonly Posted[],
): string[] {
  const wrong: string[] = [];
  const ids = new Set(fired.map(({ id }) => id));
  for (const { name, connections } of dashboards) {
    const seen = new Set(connections.flatMap(({ alerts, listed }) => [...alerts, ...listed]));
    for (const id of ids) if (!seen.has(id)) wrong.push(`${name} was not told of ${id}`);
    for (const id of seen) if (!ids.has(id)) wrong.push(`${name} was told of ${id}, which never fired`);
    for (const { alerts } of connections)
      if (new Set(alerts).size < alerts.length) wrong.push(`${name} was told of an alert twice`);
  }
  const keys = new Map<string, Set<string>>();
  for (const { id, key } of posts) keys.set(id, (keys.get(id) ?? new Set()).add(key));
  const taken = new Set(posts.filter((post) => post.taken).map(({ id }) => id));
  for (const { id, webhook } of fired)
    if (webhook && !taken.has(id)) wrong.push(`the webhook did not get ${id}`);
  for (const [id, all] of keys) {
    if (!ids.has(id)) wrong.push(`the webhook got ${id}, which never fired`);
    if (all.size > 1) wrong.push(`the webhook got ${id} by ${all.size} keys`);
  }
  const firings = new Map<string, Set<string>>();
  for (const { id, key } of posts) firings.set(key, (firings.get(key) ?? new Set()).add(id));
  for (const [key, all] of firings) if (all.size > 1) wrong.push(`${all.size} alerts came by the key ${key}`);
  return wrong.map((line) => `alerts: ${line}`);
}
