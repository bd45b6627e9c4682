import { AppError } from '@shipmate/core';
import { z } from 'zod';
import {
  createJwtVerifier,
  type JwtKey,
  type JwtVerifier,
  publicKeyAlgorithms,
  secretAlgorithms,
} from './jwt-verifier.ts';

/** The environment variables of the JWT verifier; without any of them no JWTs are accepted. */
export const jwtEnvironmentSchema = z.object({
  /** Issuer of the tokens: their `iss`. */
  JWT_ISSUER: z.string().min(1).optional(),
  /** Audience of the tokens: their `aud`. */
  JWT_AUDIENCE: z.string().min(1).optional(),
  /** Address of the issuer's published keys; alternative to the secret. */
  JWT_JWKS_URL: z.url({ protocol: /^https?$/ }).optional(),
  JWT_SECRET: z.string().min(32).optional(),
  /** Accepted algorithms, separated by commas. Default: HS256 with a secret, all public-key algorithms otherwise. */
  JWT_ALGORITHMS: z.string().optional(),
  /** Claim that is `true` in tokens of people, who may make decisions that programs may not. Default: none. */
  JWT_PERSON_CLAIM: z.string().min(1).optional(),
  /** Claim that contains Shipmate scopes, for example `scope`. Default: none; every JWT then has the default scopes. */
  JWT_SCOPE_CLAIM: z.string().min(1).optional(),
  JWT_CLOCK_TOLERANCE_SECONDS: z.coerce.number().min(0).max(300).default(30),
});
export type JwtEnvironment = z.output<typeof jwtEnvironmentSchema>;

/**
 * Creates the verifier that the variables configure, if any. @throws AppError `VALIDATION_ERROR` when the variables are
 * contradictory.
 */
export function createEnvironmentJwtVerifier(environment: JwtEnvironment): JwtVerifier | undefined {
  const {
    JWT_ISSUER: issuer,
    JWT_AUDIENCE: audience,
    JWT_PERSON_CLAIM: personClaim,
    JWT_SCOPE_CLAIM: scopeClaim,
    JWT_CLOCK_TOLERANCE_SECONDS: clockToleranceSeconds,
  } = environment;
  const key = toKey(environment);
  if (issuer === undefined && audience === undefined && key === undefined) return undefined;
  if (issuer === undefined || audience === undefined || key === undefined) {
    throw invalidEnvironment('JWTs need JWT_ISSUER, JWT_AUDIENCE and either JWT_JWKS_URL or JWT_SECRET.');
  }
  return createJwtVerifier({ issuer, audience, personClaim, scopeClaim, key, clockToleranceSeconds });
}

function toKey({
  JWT_JWKS_URL: jwksUrl,
  JWT_SECRET: secret,
  JWT_ALGORITHMS: names,
}: JwtEnvironment): JwtKey | undefined {
  if (jwksUrl !== undefined && secret !== undefined) {
    throw invalidEnvironment(
      'Set JWT_JWKS_URL or JWT_SECRET, not both: a public key must never be taken for a secret.',
    );
  }
  if (jwksUrl !== undefined) return { jwksUrl, ...toAlgorithms(names, publicKeyAlgorithms) };
  if (secret !== undefined) return { secret, ...toAlgorithms(names, secretAlgorithms) };
  return undefined;
}

function toAlgorithms<Name extends string>(
  names: string | undefined,
  allowed: readonly Name[],
): { readonly algorithms?: readonly Name[] } {
  if (names === undefined) return {};
  const parsed = z
    .array(z.enum(allowed))
    .min(1)
    .safeParse(names.split(',').map((name) => name.trim()));
  if (!parsed.success) throw invalidEnvironment(`JWT_ALGORITHMS can be, with such a key: ${allowed.join(', ')}.`);
  return { algorithms: parsed.data };
}

function invalidEnvironment(message: string): AppError {
  return new AppError({ code: 'VALIDATION_ERROR', message });
}
