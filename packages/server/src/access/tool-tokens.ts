import { AppError, type Clock, systemClock } from '@shipmate/core';
import type { ToolTokens } from '@shipmate/domain/access';
import { errors, jwtVerify, SignJWT } from 'jose';
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
});

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
      const claims = await verifyClaims(token, { key, now: clock.now() });
      const { sub: userId, organization: organizationId, workspace: workspaceId, run: runId, scopes } = claims;
      return {
        userId,
        organizationId,
        via: 'tool_token',
        ...(scopes !== undefined && { scopes }),
        scope: { ...(workspaceId !== undefined && { workspaceId }), ...(runId !== undefined && { runId }) },
      };
    },
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
): Promise<z.infer<typeof claimsSchema>> {
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
