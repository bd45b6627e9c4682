const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Whether a request that carries a cookie may act: it reads, or the page that sent it is ours.
 *
 * Browsers say where a request comes from in `sec-fetch-site`, older ones in `origin`; a program says neither, and no other
 * site can make it send a cookie.
 */
export function isSameOrigin(request: Request): boolean {
  if (safeMethods.has(request.method)) return true;
  const site = request.headers.get('sec-fetch-site');
  if (site !== null) return site === 'same-origin' || site === 'none';
  const origin = request.headers.get('origin');
  if (origin === null) return true;
  return URL.canParse(origin) && new URL(origin).host === new URL(request.url).host;
}
