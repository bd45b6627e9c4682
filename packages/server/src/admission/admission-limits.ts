import { z } from 'zod';

/** Classes of requests that are limited apart from one another. */
export const requestClasses = ['basic', 'tool_call', 'run', 'import'] as const;
export type RequestClass = (typeof requestClasses)[number];

/** Limits of one class. Each process counts for itself. */
export interface RequestLimits {
  /** Requests a minute of one credential (a token or a browser session). */
  readonly credential: number;
  /** Requests a minute of all credentials of one user. */
  readonly user: number;
  /** Requests a minute of all users of one organization. */
  readonly organization: number;
  /** Requests of one organization that are worked on at the same time; further ones wait. */
  readonly concurrent: number;
  /** Requests of all organizations that are worked on at the same time; places are shared fairly. */
  readonly processConcurrent: number;
}

export type AdmissionLimits = Readonly<Record<RequestClass, RequestLimits>>;

/** Generous for people and pages, and for a program that calls one tool after the other. */
export const defaultAdmissionLimits: AdmissionLimits = {
  basic: { credential: 3_000, user: 6_000, organization: 30_000, concurrent: 100, processConcurrent: 1_000 },
  tool_call: { credential: 1_200, user: 2_400, organization: 6_000, concurrent: 8, processConcurrent: 32 },
  run: { credential: 60, user: 120, organization: 600, concurrent: 20, processConcurrent: 200 },
  import: { credential: 30, user: 60, organization: 120, concurrent: 2, processConcurrent: 3 },
};

/** The environment variable that switches limits off, for a load balancer that has its own. */
export const admissionEnvironmentSchema = z.object({
  /** `off`, or nothing for the limits of docs/organizations.md. */
  REQUEST_LIMITS: z.enum(['on', 'off']).default('on'),
});

/** The limits that an environment asks for. */
export function toAdmissionLimits({
  REQUEST_LIMITS: limits,
}: z.output<typeof admissionEnvironmentSchema>): AdmissionLimits | undefined {
  return limits === 'off' ? undefined : defaultAdmissionLimits;
}
