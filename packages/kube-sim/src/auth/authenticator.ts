import { randomBytes } from 'node:crypto';
import type { TLSSocket } from 'node:tls';
import { unauthorized } from '../errors/refusals.ts';
import { anonymous, authenticated, type User } from './user.ts';

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
