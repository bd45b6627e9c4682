import { AppError, type Clock, systemClock } from '@shipmate/core';
import { createRemoteJWKSet, errors, type JWTVerifyGetKey, type JWTVerifyOptions, jwtVerify } from 'jose';
import { z } from 'zod';

/** Claims of a verified JWT. */
export interface JwtClaims {
  readonly issuer: string;
  /** `sub`. */
  readonly subject: string;
  /** `org`. */
  readonly organization?: string;
  readonly name?: string;
  /** True when the issuer declares that a person, not a program, presents the token. */
  readonly isPerson: boolean;
  /** The token's scopes as texts; undefined without such a claim, or when none is configured. */
  readonly scopes?: readonly string[];
}

/** Verifies JWTs of one issuer. */
export interface JwtVerifier {
  /**
   * @throws AppError `UNAUTHORIZED` when the token is invalid, `UNAVAILABLE` when the issuer's keys cannot be fetched.
   */
  verify(token: string): Promise<JwtClaims>;
}

/** HS256 to HS512 with a secret; never with an issuer's public keys, which an attacker could use as the secret. */
export const secretAlgorithms = ['HS256', 'HS384', 'HS512'] as const;
export const publicKeyAlgorithms = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
] as const;

/** A secret shared with the issuer, or the issuer's published keys. */
export type JwtKey =
  | {
      /** At least 32 characters. */
      readonly secret: string;
      /** Default: HS256. */
      readonly algorithms?: readonly (typeof secretAlgorithms)[number][];
    }
  | {
      /**
       * Address of the issuer's published keys. They are cached for ten minutes, and fetched again for an unknown key.
       */
      readonly jwksUrl: string;
      /** Default: all of {@link publicKeyAlgorithms}. */
      readonly algorithms?: readonly (typeof publicKeyAlgorithms)[number][];
      /** Minimum interval between fetches, in milliseconds. Default 30 000. */
      readonly jwksCooldownMs?: number;
    };

/** Options for {@link createJwtVerifier}. */
export interface JwtVerifierOptions {
  readonly issuer: string;
  /** Required audience of the tokens. */
  readonly audience: string;
  /** Claim that is `true` in tokens of people. Without it every token counts as a program's. */
  readonly personClaim?: string | undefined;
  /** Claim with scopes, separated by spaces or as an array. Without it every token has the default scopes. */
  readonly scopeClaim?: string | undefined;
  readonly key: JwtKey;
  /** Tolerated difference of the issuer's clock, in seconds. Default 30. */
  readonly clockToleranceSeconds?: number;
  readonly clock?: Clock;
}

/** The length limit of OpenID Connect for `sub`; control characters cannot be stored. */
const identifier = z
  .string()
  .min(1)
  .max(255)
  .regex(/^\P{Cc}*$/u);
const maxNameLength = 255;

const claimsSchema = z.object({
  iss: z.string(),
  sub: identifier,
  org: identifier.optional(),
  name: z
    .string()
    .transform((name) =>
      name
        .replace(/\p{Cc}/gu, ' ')
        .slice(0, maxNameLength)
        .toWellFormed(),
    )
    .optional(),
});

const scopesSchema = z
  .union([z.string().transform((text) => text.split(/\s+/).filter((scope) => scope !== '')), z.array(z.string())])
  .optional();

/**
 * Creates the verifier of an issuer's tokens, which must expire. @throws AppError `VALIDATION_ERROR` when the secret is
 * short.
 */
export function createJwtVerifier(options: JwtVerifierOptions): JwtVerifier {
  const { issuer, audience, personClaim, scopeClaim, key, clockToleranceSeconds = 30, clock = systemClock } = options;
  const getKey = createGetKey(key);
  const algorithms = key.algorithms ?? ('secret' in key ? ['HS256'] : publicKeyAlgorithms);
  const rules: JWTVerifyOptions = {
    issuer,
    audience,
    algorithms: [...algorithms],
    requiredClaims: ['exp', 'sub'],
    clockTolerance: clockToleranceSeconds,
  };
  return {
    async verify(token) {
      try {
        const { payload } = await jwtVerify(token, getKey, { ...rules, currentDate: clock.now() });
        const { iss, sub, org, name } = claimsSchema.parse(payload);
        const scopes = scopeClaim === undefined ? undefined : scopesSchema.parse(payload[scopeClaim]);
        return {
          issuer: iss,
          subject: sub,
          isPerson: personClaim !== undefined && payload[personClaim] === true,
          ...(scopes !== undefined && { scopes }),
          ...(org !== undefined && { organization: org }),
          ...(name !== undefined && { name }),
        };
      } catch (cause) {
        throw toAccessError(cause);
      }
    },
  };
}

function createGetKey(key: JwtKey): JWTVerifyGetKey {
  if ('jwksUrl' in key) {
    const { jwksUrl, jwksCooldownMs = 30_000 } = key;
    return createRemoteJWKSet(new URL(jwksUrl), { cooldownDuration: jwksCooldownMs, cacheMaxAge: 600_000 });
  }
  if (key.secret.length < 32) {
    throw new AppError({ code: 'VALIDATION_ERROR', message: 'The secret of JWTs needs 32 characters or more.' });
  }
  const secret = new TextEncoder().encode(key.secret);
  return async () => secret;
}

/** An error about the token has a code of its own; any other error means that its keys could not be fetched. */
function toAccessError(cause: unknown): AppError {
  const isBadToken =
    cause instanceof z.ZodError ||
    (cause instanceof errors.JOSEError &&
      !(cause instanceof errors.JWKSTimeout) &&
      !(cause instanceof errors.JWKSInvalid) &&
      cause.code !== errors.JOSEError.code);
  if (isBadToken) return new AppError({ code: 'UNAUTHORIZED', message: 'The token is not valid.', cause });
  return new AppError({ code: 'UNAVAILABLE', message: 'The token cannot be checked now. Try again.', cause });
}
