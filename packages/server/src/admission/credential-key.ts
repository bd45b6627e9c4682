import { hashSecret } from '../access/secret.ts';
import { readSessionCookie } from '../access/session-cookie.ts';

/**
 * Returns a key of a request's credential that does not reveal it; the same key for all requests without a credential.
 */
export function toCredentialKey({ headers }: Request): string {
  const secret = headers.get('authorization') ?? readSessionCookie(headers);
  return secret === undefined ? '' : hashSecret(secret);
}
