/** Who connects: the name and password of a user of the database `admin`, unless an `authSource` says otherwise. */
export interface Credentials {
  user: string;
  password: string;
}

/**
 * A connection string.
 *
 * @param hosts `host:port` of each
 * @param options what follows the question mark, such as `replicaSet`
 */
export function connectionString(
  hosts: readonly string[],
  options: Readonly<Record<string, string>>,
  credentials?: Credentials,
): string {
  const login = credentials
    ? `${[credentials.user, credentials.password].map(encodeURIComponent).join(':')}@`
    : '';
  return `mongodb://${login}${hosts.join(',')}/?${new URLSearchParams(options)}`;
}
