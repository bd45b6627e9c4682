import type { ObjectReference } from '../object/kube-object.ts';

/** How bad a problem is: something does not work, it will not for long, or somebody may want to know. */
export const problemSeverities = ['critical', 'warning', 'info'] as const;
export type ProblemSeverity = (typeof problemSeverities)[number];

/** A field that shows a problem. */
export interface ProblemEvidence {
  /** Of another object than the faulty one: `kind/name`. */
  readonly of?: string | undefined;
  /** Such as `status.conditions[Ready].message`. */
  readonly path: string;
  /** What the cluster says there. Whoever writes objects can write this. */
  readonly value: string;
}

/** Something wrong with an object, found by a rule. */
export interface Problem {
  readonly severity: ProblemSeverity;
  /** One word for this sort of problem, the cluster's own where it has one: `CrashLoopBackOff`. */
  readonly reason: string;
  readonly object: ObjectReference;
  /** What controls the object, up to whom nobody controls; the object itself where nobody does. */
  readonly root: ObjectReference;
  /** What it means, in our words. */
  readonly message: string;
  readonly evidence: readonly ProblemEvidence[];
  /** Whether it mostly follows from another problem of the same root, where there is one. */
  readonly isSymptom: boolean;
  /** Where to look on. */
  readonly next: string;
  /** Since when, where the cluster tells. */
  readonly since?: string | undefined;
  /** Other objects of the same root with the same problem. */
  readonly alike: readonly string[];
}
