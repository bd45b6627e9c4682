import type { Clock, Principal } from '@shipmate/core';
import { createExtensionToken, newId, requireSignIn, revokeExtensionToken, type UnitOfWork } from '@shipmate/domain';
import {
  type ApiTokenListResponse,
  createApiTokenRequestSchema,
  type CreateApiTokenResponse,
} from '@shipmate/protocol';
import {
  type AppEnvironment,
  type Authenticate,
  createSecret,
  extensionTokenPrefix,
  hashSecret,
  parseBody,
} from '@shipmate/server';
import { Hono } from 'hono';
import { toApiToken } from '../views/api-token-view.ts';

/** What {@link tokenRoutes} needs. */
export interface TokenRoutesOptions {
  readonly authenticate: Authenticate;
  readonly unitOfWork: UnitOfWork;
  readonly clock: Clock;
}

const dayMs = 24 * 60 * 60_000;

/** `/api/tokens`: the tokens with which a person's programs call tools. A token itself is no key to them. */
export function tokenRoutes({ authenticate, unitOfWork, clock }: TokenRoutesOptions): Hono<AppEnvironment> {
  const { credentials } = unitOfWork.stores;
  const app = new Hono<AppEnvironment>();

  async function authenticateSignedIn(request: Request): Promise<Principal> {
    const principal = await authenticate(request);
    requireSignIn(principal, 'manage tokens');
    return principal;
  }

  app.get('/', async (context) => {
    const principal = await authenticateSignedIn(context.req.raw);
    const tokens = await credentials.listExtensionTokens(principal);
    const current = tokens.filter(({ revokedAt }) => revokedAt === null);
    return context.json<ApiTokenListResponse>({ tokens: current.map(toApiToken) });
  });

  app.post('/', async (context) => {
    const principal = await authenticateSignedIn(context.req.raw);
    const { name, expiresInDays } = await parseBody(context, createApiTokenRequestSchema);
    const secret = createSecret(extensionTokenPrefix);
    const token = await createExtensionToken(unitOfWork, principal, {
      id: newId(),
      name,
      secretHash: hashSecret(secret),
      expiresAt: expiresInDays === null ? null : new Date(clock.now().getTime() + expiresInDays * dayMs),
    });
    return context.json<CreateApiTokenResponse>({ token: toApiToken(token), secret }, 201);
  });

  app.delete('/:id', async (context) => {
    const principal = await authenticateSignedIn(context.req.raw);
    const tokenId = context.req.param('id');
    await revokeExtensionToken(unitOfWork, principal, { tokenId, now: clock.now() });
    return context.body(null, 204);
  });

  return app;
}
