import { hashSecret } from '../access/secret.ts';
import { readSessionCookie } from '../access/session-cookie.ts';

/** A key of a request's credential that does not reveal it; one key for all requests without any. */
export function toCredentialKey({ headers }: Request): string {
  const secret = headers.get('authorization') ?? readSessionCookie(headers);
  return secret === undefined ? '' : hashSecret(secret);
}
