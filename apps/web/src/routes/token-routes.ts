import type { Clock, ToolRegistry } from '@shipmate/core';
import { newId, type UnitOfWork } from '@shipmate/domain';
import { defaultScopes, type ExtensionToken, listScopes, parseScopes } from '@shipmate/domain/access';
import { createExtensionToken, isDefaultScope, isOwner, revokeExtensionToken } from '@shipmate/domain/use-cases';
import {
  type ApiToken,
  type ApiTokenListResponse,
  apiTokenListResponseSchema,
  createApiTokenRequestSchema,
  type CreateApiTokenResponse,
  createApiTokenResponseSchema,
} from '@shipmate/protocol/web/tokens';
import {
  type AppEnvironment,
  type Authenticate,
  createSecret,
  describeRoute,
  extensionTokenPrefix,
  hashSecret,
  parseBody,
} from '@shipmate/server';
import { Hono } from 'hono';

/** Options for {@link tokenRoutes}. */
interface TokenRoutesOptions {
  readonly authenticate: Authenticate;
  readonly unitOfWork: UnitOfWork;
  readonly clock: Clock;
  /** Tools whose families are valid in scopes. */
  readonly tools: Pick<ToolRegistry, 'getAll'>;
}

const dayMs = 24 * 60 * 60_000;

/** `/api/tokens`: the API tokens of a person. The routes require a session: no token creates another. */
export function tokenRoutes({ authenticate, unitOfWork, clock, tools }: TokenRoutesOptions): Hono<AppEnvironment> {
  const { credentials, users } = unitOfWork.stores;
  const families = [...new Set(Object.values(tools.getAll()).map(({ category, writesTo = category }) => writesTo))];
  const app = new Hono<AppEnvironment>();

  describeRoute(app, 'GET /', { summary: 'List API tokens', response: apiTokenListResponseSchema });
  app.get('/', async (context) => {
    const principal = await authenticate(context.req.raw);
    const tokens = await credentials.listExtensionTokens(principal);
    const seesAll = await isOwner(users, principal);
    const scopes = listScopes(families).filter((scope) => seesAll || isDefaultScope(scope));
    return context.json<ApiTokenListResponse>({
      tokens: tokens.map(toApiToken),
      scopes: scopes.map((scope) => ({ scope, isDefault: defaultScopes.includes(scope) })),
    });
  });

  describeRoute(app, 'POST /', {
    summary: 'Create an API token',
    body: createApiTokenRequestSchema,
    response: createApiTokenResponseSchema,
    status: 201,
    example: { body: { name: 'ci', expiresInDays: 30, scopes: ['read', 'chart:write'] } },
  });
  app.post('/', async (context) => {
    const principal = await authenticate(context.req.raw);
    const { name, expiresInDays, scopes } = await parseBody(context, createApiTokenRequestSchema);
    const secret = createSecret(extensionTokenPrefix);
    const token = await createExtensionToken(unitOfWork, principal, {
      id: newId(),
      name,
      secretHash: hashSecret(secret),
      expiresAt: expiresInDays === null ? null : new Date(clock.now().getTime() + expiresInDays * dayMs),
      ...(scopes && { scopes: parseScopes(scopes, families) }),
    });
    return context.json<CreateApiTokenResponse>({ token: toApiToken(token), secret }, 201);
  });

  describeRoute(app, 'DELETE /:id', { summary: 'Revoke an API token' });
  app.delete('/:id', async (context) => {
    const principal = await authenticate(context.req.raw);
    const tokenId = context.req.param('id');
    await revokeExtensionToken(unitOfWork, principal, { tokenId, now: clock.now() });
    return context.body(null, 204);
  });

  return app;
}

/** Returns a token for its owner. */
function toApiToken({ id, name, scopes, createdAt, lastUsedAt, expiresAt }: ExtensionToken): ApiToken {
  return {
    id,
    name,
    scopes: [...scopes],
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
    expiresAt: expiresAt?.toISOString() ?? null,
  };
}
