import type { IncomingHttpHeaders } from 'node:http';
import { NotServed } from '../errors/not-served.ts';
import type { ObjectStore } from '../store/object-store.ts';
import { authorize } from './rbac.ts';
import { randomBytes } from 'node:crypto';
import type { TLSSocket } from 'node:tls';
import { unauthorized } from '../errors/refusals.ts';
import { anonymous, authenticated, serviceAccountUser, type User } from './user.ts';

/** Authenticates requests by client certificate or bearer token. */
export interface Authenticator {
  /** @throws StatusError 401 for an unknown token */
  authenticate(socket: TLSSocket, authorization: string | undefined): User;
  /** Issues a token for a user. */
  issueToken(user: User): string;
  addToken(token: string, user: User): void;
  userOf(token: string): User | undefined;
}

/** Creates an authenticator without tokens. */
export function createAuthenticator(): Authenticator {
  const tokens = new Map<string, User>();
  return {
    authenticate(socket, authorization) {
      const token = /^Bearer (.+)$/i.exec(authorization ?? '')?.[1];
      if (token !== undefined) {
        const user = tokens.get(token);
        if (!user) throw unauthorized();
        return user;
      }
      return socket.authorized ? (userOfCertificate(socket) ?? anonymous) : anonymous;
    },
    issueToken(user) {
      const token = `sim-${randomBytes(24).toString('base64url')}`;
      tokens.set(token, user);
      return token;
    },
    addToken: (token, user) => void tokens.set(token, user),
    userOf: (token) => tokens.get(token),
  };
}

function userOfCertificate(socket: TLSSocket): User | undefined {
  const { subject } = socket.getPeerCertificate();
  if (!subject) return undefined;
  const names = [subject.CN].flat();
  const groups: readonly string[] = subject.O === undefined ? [] : [subject.O].flat();
  return names[0] === undefined ? undefined : authenticated(names[0], groups);
}

/** The effective user: the one of the impersonation headers, if the caller may impersonate it. @throws StatusError 403 */
export function impersonate(
  store: ObjectStore,
  user: User,
  { headers, path }: { readonly headers: IncomingHttpHeaders; readonly path: string },
): User {
  const name = headers['impersonate-user'];
  const groups = listHeader(headers['impersonate-group']);
  if (typeof name !== 'string') {
    if (groups.length > 0) throw withoutUser(path, groups);
    return user;
  }
  const account = /^system:serviceaccount:([^:]+):(.+)$/.exec(name);
  if (account) {
    const [, namespace = '', accountName = ''] = account;
    authorize(store, user, { verb: 'impersonate', resource: 'serviceaccounts', namespace, name: accountName });
  } else authorize(store, user, { verb: 'impersonate', resource: 'users', name });
  for (const group of groups) authorize(store, user, { verb: 'impersonate', resource: 'groups', name: group });
  if (account && groups.length === 0) return serviceAccountUser(account[1] ?? '', account[2] ?? '');
  return authenticated(name, groups);
}

function withoutUser(path: string, groups: readonly string[]): NotServed {
  const requested = groups.map((group) => `{Group  ${group}    }`).join(' ');
  const why = `requested [${requested}] without impersonating a user`;
  return new NotServed(500, `Internal Server Error: ${JSON.stringify(path)}: ${why}\n`);
}

function listHeader(value: string | readonly string[] | undefined): readonly string[] {
  if (value === undefined) return [];
  return typeof value === 'string' ? value.split(',').map((each) => each.trim()) : value;
}
