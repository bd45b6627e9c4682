import { AppError, type Clock, type Principal, systemClock } from '@shipmate/core';
import type { ToolTokens } from '@shipmate/domain/access';
import { errors, jwtVerify, SignJWT } from 'jose';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';

/** Options for {@link createToolTokens}. */
export interface ToolTokensOptions {
  /** Shared by the processes; at least 32 characters. */
  readonly secret: string;
  readonly clock?: Clock;
  /** In seconds. Default 300. */
  readonly lifetimeSeconds?: number;
}

const algorithm = 'HS256';
const issuer = 'shipmate';
const audience = 'shipmate-tools';

const claimsSchema = z.object({
  sub: z.string(),
  organization: z.string(),
  workspace: z.string().optional(),
  run: z.string().optional(),
  scopes: z.array(z.string()).optional(),
  exp: z.number(),
});

/** Verified tokens to keep: a signature costs more than most calls, and a run sends the same token with each. */
const maxVerified = 1_000;

/** Creates the signer and verifier of tool tokens. @throws AppError `VALIDATION_ERROR` when the secret is short. */
export function createToolTokens({
  secret,
  clock = systemClock,
  lifetimeSeconds = 300,
}: ToolTokensOptions): ToolTokens {
  if (secret.length < 32) {
    throw new AppError({ code: 'VALIDATION_ERROR', message: 'The secret of tool tokens needs 32 characters or more.' });
  }
  const key = new TextEncoder().encode(secret);
  const verified = new LRUCache<string, { readonly principal: Principal; readonly expiresAt: number }>({
    max: maxVerified,
  });

  return {
    sign({ userId, organizationId, scopes, scope: own }, scope = own) {
      const issuedAt = Math.floor(clock.now().getTime() / 1000);
      return new SignJWT({ organization: organizationId, workspace: scope?.workspaceId, run: scope?.runId, scopes })
        .setProtectedHeader({ alg: algorithm })
        .setSubject(userId)
        .setIssuer(issuer)
        .setAudience(audience)
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + lifetimeSeconds)
        .sign(key);
    },

    async verify(token) {
      const now = clock.now();
      const known = verified.get(token);
      if (known !== undefined && now.getTime() < known.expiresAt) return known.principal;
      const claims = await verifyClaims(token, { key, now });
      const principal = toPrincipal(claims);
      verified.set(token, { principal, expiresAt: claims.exp * 1_000 });
      return principal;
    },
  };
}

type Claims = z.infer<typeof claimsSchema>;

function toPrincipal({ sub, organization, workspace: workspaceId, run: runId, scopes }: Claims): Principal {
  return {
    userId: sub,
    organizationId: organization,
    via: 'tool_token',
    ...(scopes !== undefined && { scopes }),
    scope: { ...(workspaceId !== undefined && { workspaceId }), ...(runId !== undefined && { runId }) },
  };
}

/** Creates the tool tokens of a process; `undefined` when the environment sets no secret. */
export function createEnvironmentToolTokens({
  SHIPMATE_SECRET: secret,
}: {
  readonly SHIPMATE_SECRET?: string | undefined;
}): ToolTokens | undefined {
  return secret === undefined ? undefined : createToolTokens({ secret });
}

async function verifyClaims(
  token: string,
  { key, now }: { readonly key: Uint8Array; readonly now: Date },
): Promise<Claims> {
  try {
    const { payload } = await jwtVerify(token, key, {
      issuer,
      audience,
      algorithms: [algorithm],
      requiredClaims: ['exp'],
      currentDate: now,
    });
    return claimsSchema.parse(payload);
  } catch (cause) {
    if (!(cause instanceof errors.JOSEError) && !(cause instanceof z.ZodError)) throw cause;
    throw new AppError({ code: 'UNAUTHORIZED', message: 'The token is not valid.', cause });
  }
}
