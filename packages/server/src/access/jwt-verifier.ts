import { AppError, type Clock, systemClock } from '@shipmate/core';
import { createRemoteJWKSet, errors, type JWTVerifyGetKey, type JWTVerifyOptions, jwtVerify } from 'jose';
import { z } from 'zod';

/** What a JWT says of its bearer. */
export interface JwtClaims {
  readonly issuer: string;
  /** `sub`. */
  readonly subject: string;
  /** `org`. */
  readonly organization?: string;
  readonly name?: string;
  /** Whether a person presents the token, and no program, as far as the issuer says. */
  readonly isPerson: boolean;
  /** The scopes that the token names, as texts; absent when it has no such claim, or none is configured. */
  readonly scopes?: readonly string[];
}

/** Checks JWTs of one issuer. */
export interface JwtVerifier {
  /** @throws AppError `UNAUTHORIZED` when the token is not good, `UNAVAILABLE` when the issuer's keys cannot be had. */
  verify(token: string): Promise<JwtClaims>;
}

/** With a secret, HS256 to HS512; never those with an issuer's public keys, which a forger knows too. */
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

/** Shared with the issuer, or published by it. */
export type JwtKey =
  | {
      /** 32 characters or more. */
      readonly secret: string;
      /** Default: HS256. */
      readonly algorithms?: readonly (typeof secretAlgorithms)[number][];
    }
  | {
      /** Where the issuer publishes its keys. They are kept for ten minutes, and fetched again for a key that is new. */
      readonly jwksUrl: string;
      /** Default: all of {@link publicKeyAlgorithms}. */
      readonly algorithms?: readonly (typeof publicKeyAlgorithms)[number][];
      /** Keys are fetched no more often than this. Default 30 000. */
      readonly jwksCooldownMs?: number;
    };

/** What {@link createJwtVerifier} needs. */
export interface JwtVerifierOptions {
  readonly issuer: string;
  /** Whom tokens have to be made for. */
  readonly audience: string;
  /** The claim that is `true` in the tokens of people. Without it no token is known to be one's. */
  readonly personClaim?: string | undefined;
  /** The claim that names scopes, as a text with blanks between them or a list. Without it every token has the default ones. */
  readonly scopeClaim?: string | undefined;
  readonly key: JwtKey;
  /** By how much the issuer's clock may differ. Default 30. */
  readonly clockToleranceSeconds?: number;
  readonly clock?: Clock;
}

/** As OpenID Connect limits `sub`; control characters cannot be stored. */
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

/** Makes the verifier of an issuer's tokens. They have to expire. @throws AppError `VALIDATION_ERROR` when the secret is short. */
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

/** What is wrong with a token has a code of its own; anything else kept its keys from being had. */
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
