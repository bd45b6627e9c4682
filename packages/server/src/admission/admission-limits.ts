import { z } from 'zod';

/** Classes of requests with separate limits. */
export const requestClasses = ['basic', 'tool_call', 'run', 'import'] as const;
export type RequestClass = (typeof requestClasses)[number];

/** Limits of one class. Each process counts separately. */
export interface RequestLimits {
  /** Requests per minute of one credential (a token or a browser session). */
  readonly credential: number;
  /** Requests per minute of all credentials of one user. */
  readonly user: number;
  /** Requests per minute of all users of one organization. */
  readonly organization: number;
  /** Concurrent requests of one organization; further ones wait. */
  readonly concurrent: number;
  /** Concurrent requests of all organizations; slots are shared fairly. */
  readonly processConcurrent: number;
}

export type AdmissionLimits = Readonly<Record<RequestClass, RequestLimits>>;

/** Sufficient for people and pages, and for a program with sequential tool calls. */
export const defaultAdmissionLimits: AdmissionLimits = {
  basic: { credential: 3_000, user: 6_000, organization: 30_000, concurrent: 100, processConcurrent: 1_000 },
  tool_call: { credential: 1_200, user: 2_400, organization: 6_000, concurrent: 8, processConcurrent: 32 },
  run: { credential: 60, user: 120, organization: 600, concurrent: 20, processConcurrent: 200 },
  import: { credential: 30, user: 60, organization: 120, concurrent: 2, processConcurrent: 3 },
};

/** The environment variable that disables the limits, for a load balancer with its own. */
export const admissionEnvironmentSchema = z.object({
  /** `off` disables the limits; the default limits are in docs/organizations.md. */
  REQUEST_LIMITS: z.enum(['on', 'off']).default('on'),
});

/** Returns the limits that the environment configures. */
export function toAdmissionLimits({
  REQUEST_LIMITS: limits,
}: z.output<typeof admissionEnvironmentSchema>): AdmissionLimits | undefined {
  return limits === 'off' ? undefined : defaultAdmissionLimits;
}
