import type { KubeObject } from '../object/kube-object.ts';
import type { ClusterObjects } from './cluster-objects.ts';
import type { Problem } from './problem.ts';

/** A problem as a rule states it; its root is determined later for all rules. */
export interface Finding extends Omit<Problem, 'object' | 'root' | 'alike' | 'isSymptom'> {
  readonly object: KubeObject;
  /** Default false. */
  readonly isSymptom?: boolean;
}

/**
 * Finds one type of problem.
 *
 * **Contract.** It is pure, and reports an object as missing only if {@link ClusterObjects.lacks} says so.
 */
export type ProblemRule = (objects: ClusterObjects) => readonly Finding[];
