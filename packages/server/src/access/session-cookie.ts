/** Name of the cookie of a signed-in browser. */
export const sessionCookieName = 'shipmate_session';

/** Options for {@link toSessionCookie}. */
export interface SessionCookie {
  readonly secret: string;
  readonly expiresAt: Date;
  /** True when the site is served over https. */
  readonly secure: boolean;
}

/** Returns the `set-cookie` value that signs a browser in. */
export function toSessionCookie({ secret, expiresAt, secure }: SessionCookie): string {
  return `${sessionCookieName}=${secret}; Path=/; HttpOnly; SameSite=Lax; Expires=${expiresAt.toUTCString()}${secure ? '; Secure' : ''}`;
}

/** Returns the `set-cookie` value that signs a browser out. */
export function clearedSessionCookie({ secure }: Pick<SessionCookie, 'secure'>): string {
  return toSessionCookie({ secret: '', expiresAt: new Date(0), secure });
}

/** Returns the secret of the session cookie, if the request has one. */
export function readSessionCookie(headers: Headers): string | undefined {
  for (const pair of headers.get('cookie')?.split(';') ?? []) {
    const [key, value] = pair.trim().split('=', 2);
    if (key === sessionCookieName && value) return value;
  }
  return undefined;
}
