/**
 * Whether a page of this origin may open a socket here. Browsers let any page open one to any server, and send the
 * cookies along, so the server has to look. Programs other than browsers send no Origin, and may.
 *
 * @param origin the Origin header
 * @param host the Host header: without a list, the page must come from the server itself
 * @param allowed `ALLOWED_ORIGINS`; empty: same origin only
 */
export function isAllowedOrigin(
  origin: string | undefined,
  host: string | undefined,
  allowed: readonly string[],
): boolean {
  if (origin === undefined) return true;
  if (allowed.includes(origin)) return true;
  try {
    return allowed.length === 0 && new URL(origin).host === host;
  } catch {
    return false;
  }
}
