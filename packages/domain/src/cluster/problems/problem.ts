import type { ObjectReference } from '../object/kube-object.ts';

/**
 * Severities of a problem: `critical` means that something does not work, `warning` that it soon will not,
 * `info` that it may be of interest.
 */
export const problemSeverities = ['critical', 'warning', 'info'] as const;
export type ProblemSeverity = (typeof problemSeverities)[number];

/** A field that shows a problem. */
export interface ProblemEvidence {
  /** The object of the evidence, `kind/name`, if it is not the faulty one. */
  readonly of?: string | undefined;
  /** For example `status.conditions[Ready].message`. */
  readonly path: string;
  /** The value in the cluster. It is untrusted: anyone who writes objects can set it. */
  readonly value: string;
}

/** A fault of an object, found by a rule. */
export interface Problem {
  readonly severity: ProblemSeverity;
  /** One word for this type of problem, the cluster's own where it has one: `CrashLoopBackOff`. */
  readonly reason: string;
  readonly object: ObjectReference;
  /** The topmost controller of the object; the object itself if nothing controls it. */
  readonly root: ObjectReference;
  /** A description of the problem. */
  readonly message: string;
  readonly evidence: readonly ProblemEvidence[];
  /** True if the problem usually follows from another problem of the same root, and there is one. */
  readonly isSymptom: boolean;
  /** The next step of the investigation. */
  readonly next: string;
  /** Start of the problem, if the cluster reports it. */
  readonly since?: string | undefined;
  /** Other objects of the same root with the same problem. */
  readonly alike: readonly string[];
}
