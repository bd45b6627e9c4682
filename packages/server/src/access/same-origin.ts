const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Returns true when a request with a cookie may change state: it only reads, or comes from a page of the same origin.
 *
 * Browsers state a request's origin in `sec-fetch-site`, older ones in `origin`; a program states neither, and another
 * site cannot make it send a cookie.
 */
export function isSameOrigin(request: Request): boolean {
  if (safeMethods.has(request.method)) return true;
  const site = request.headers.get('sec-fetch-site');
  if (site !== null) return site === 'same-origin' || site === 'none';
  const origin = request.headers.get('origin');
  if (origin === null) return true;
  return URL.canParse(origin) && new URL(origin).host === new URL(request.url).host;
}
