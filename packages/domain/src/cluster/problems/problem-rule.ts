import type { KubeObject } from '../object/kube-object.ts';
import type { ClusterObjects } from './cluster-objects.ts';
import type { Problem } from './problem.ts';

/** A problem as a rule states it; whose it is in the end is found out for all of them alike. */
export interface Finding extends Omit<Problem, 'object' | 'root' | 'alike' | 'isSymptom'> {
  readonly object: KubeObject;
  /** Default false. */
  readonly isSymptom?: boolean;
}

/**
 * Finds one sort of problem.
 *
 * **Contract.** It is pure, and says of nothing that it is missing unless {@link ClusterObjects.lacks} says so.
 */
export type ProblemRule = (objects: ClusterObjects) => readonly Finding[];
