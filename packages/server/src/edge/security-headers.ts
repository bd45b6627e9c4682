/** Returns the headers of every response. A handler may override `cache-control`. */
export function securityHeaders(
  contentSecurityPolicy = "default-src 'none'; frame-ancestors 'none'",
): readonly (readonly [name: string, value: string])[] {
  return [
    ['content-security-policy', contentSecurityPolicy],
    ['x-content-type-options', 'nosniff'],
    ['x-frame-options', 'DENY'],
    ['referrer-policy', 'no-referrer'],
    ['cross-origin-opener-policy', 'same-origin'],
    ['cross-origin-resource-policy', 'same-origin'],
    ['cache-control', 'no-store'],
  ];
}
