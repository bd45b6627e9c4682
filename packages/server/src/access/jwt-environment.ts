import { AppError } from '@shipmate/core';
import { z } from 'zod';
import {
  createJwtVerifier,
  type JwtKey,
  type JwtVerifier,
  publicKeyAlgorithms,
  secretAlgorithms,
} from './jwt-verifier.ts';

/** The variables with which an app is told whose JWTs it accepts; none of them, and it accepts none. */
export const jwtEnvironmentSchema = z.object({
  /** Who makes the tokens: their `iss`. */
  JWT_ISSUER: z.string().min(1).optional(),
  /** Whom they are made for: their `aud`. */
  JWT_AUDIENCE: z.string().min(1).optional(),
  /** Where the issuer publishes its keys; or else the secret. */
  JWT_JWKS_URL: z.url({ protocol: /^https?$/ }).optional(),
  JWT_SECRET: z.string().min(32).optional(),
  /** Those that are accepted, separated by commas. Default: HS256 with a secret, all with public keys without one. */
  JWT_ALGORITHMS: z.string().optional(),
  /** The claim that is `true` in the tokens of people, who may then decide what programs must not. Default: there is none. */
  JWT_PERSON_CLAIM: z.string().min(1).optional(),
  /** The claim that names scopes of Shipmate, for example `scope`. Default: there is none, and every JWT has the default scopes. */
  JWT_SCOPE_CLAIM: z.string().min(1).optional(),
  JWT_CLOCK_TOLERANCE_SECONDS: z.coerce.number().min(0).max(300).default(30),
});
export type JwtEnvironment = z.output<typeof jwtEnvironmentSchema>;

/** The verifier that the variables describe, if they do. @throws AppError `VALIDATION_ERROR` when they contradict one another. */
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
    throw invalid('JWTs need JWT_ISSUER, JWT_AUDIENCE and either JWT_JWKS_URL or JWT_SECRET.');
  }
  return createJwtVerifier({ issuer, audience, personClaim, scopeClaim, key, clockToleranceSeconds });
}

function toKey({
  JWT_JWKS_URL: jwksUrl,
  JWT_SECRET: secret,
  JWT_ALGORITHMS: names,
}: JwtEnvironment): JwtKey | undefined {
  if (jwksUrl !== undefined && secret !== undefined) {
    throw invalid('Set JWT_JWKS_URL or JWT_SECRET, not both: a public key must never be taken for a secret.');
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
  if (!parsed.success) throw invalid(`JWT_ALGORITHMS can be, with such a key: ${allowed.join(', ')}.`);
  return { algorithms: parsed.data };
}

function invalid(message: string): AppError {
  return new AppError({ code: 'VALIDATION_ERROR', message });
}
