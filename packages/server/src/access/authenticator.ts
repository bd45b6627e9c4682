import { AppError, type Clock, type Principal, type RequestOrigin, systemClock } from '@shipmate/core';
import type { CredentialStore } from '@shipmate/domain/access';
import { type BearerVerifier, verifyBearer } from './bearer-verifiers.ts';
import type { RouteAccess } from './route-access.ts';
import { isSameOrigin } from './same-origin.ts';
import { hashSecret } from './secret.ts';
import { readSessionCookie } from './session-cookie.ts';

/**
 * Returns the principal of a request. **Contract.** @throws AppError `UNAUTHORIZED` without a valid credential, or when
 * the credential does not cover the route.
 */
export type Authenticate = (request: Request) => Promise<Principal>;

/** Options for {@link createAuthenticator}. */
export interface AuthenticatorOptions {
  readonly credentials: Pick<CredentialStore, 'findSession' | 'findExtensionToken'>;
  readonly clock?: Clock;
  /** Without it, tool tokens are refused. */
  readonly toolTokens?: BearerVerifier | undefined;
  /** Without it, JWTs of an issuer are refused. */
  readonly jwtAccess?: BearerVerifier | undefined;
  /** Returns the origin of a request, which becomes part of its principal. */
  readonly originOf?: ((request: Request) => RequestOrigin | undefined) | undefined;
  /** Requirements of the routes; without it, each route checks the calls that it makes. */
  readonly access?: RouteAccess | undefined;
  /** Accepts session cookies of browsers. Default true. */
  readonly sessions?: boolean;
}

/**
 * Creates the authentication by a bearer token (an extension token, a tool token or a JWT), else by the session cookie
 * of a same-origin page. An invalid token is refused even with a valid cookie.
 */
export function createAuthenticator(options: AuthenticatorOptions): { readonly authenticate: Authenticate } {
  const { credentials, clock = systemClock, toolTokens, jwtAccess, sessions = true, originOf, access } = options;
  const signed = [toolTokens, jwtAccess].filter((verifier) => verifier !== undefined);

  async function fromBearer(token: string): Promise<Principal> {
    if (token.includes('.')) return verifyBearer(token, signed);
    const found = await credentials.findExtensionToken(hashSecret(token), clock.now());
    if (!found)
      throw unauthorized(
        'The token is not valid: it is unknown, revoked or expired. Create one on the page "API tokens".',
      );
    const { userId, organizationId, scopes } = found;
    return { userId, organizationId, via: 'extension_token', scopes };
  }

  async function fromSession(secret: string, request: Request): Promise<Principal> {
    if (!isSameOrigin(request)) throw unauthorized('This request came from another site.');
    const session = await credentials.findSession(hashSecret(secret), clock.now());
    if (!session) throw unauthorized('The session has expired. Sign in again.');
    return { userId: session.userId, organizationId: session.organizationId, via: 'session' };
  }

  async function identify(request: Request): Promise<Principal> {
    const authorization = request.headers.get('authorization');
    if (authorization !== null) {
      const [scheme, token] = authorization.split(/\s+/, 2);
      if (scheme?.toLowerCase() !== 'bearer' || !token) throw unauthorized('Send a bearer token.');
      return fromBearer(token);
    }
    const secret = sessions ? readSessionCookie(request.headers) : undefined;
    if (secret === undefined)
      throw unauthorized(
        sessions ? 'Sign in, or send a bearer token.' : 'Send an API token: Authorization: Bearer <token>.',
      );
    return fromSession(secret, request);
  }

  return {
    async authenticate(request) {
      const principal = await identify(request);
      access?.require(request, principal);
      const origin = originOf?.(request);
      return origin ? { ...principal, request: origin } : principal;
    },
  };
}

function unauthorized(message: string): AppError {
  return new AppError({ code: 'UNAUTHORIZED', message });
}
