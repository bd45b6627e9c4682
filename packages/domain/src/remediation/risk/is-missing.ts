import { kindOf, type KubeObject, nameOf, namespaceOf } from '../../cluster/object/kube-object.ts';
import type { Problem } from '../../cluster/problems/problem.ts';

/**
 * Checks whether the rules found that an object in the same namespace refers to this object and that it does
 * not exist.
 */
export function isMissing(object: KubeObject, problems: readonly Problem[]): boolean {
  const kind = kindOf(object);
  const reference = `${kind.toLowerCase()}/${nameOf(object)}`;
  return problems.some(
    (problem) =>
      problem.reason === `Missing${kind}` &&
      problem.object.namespace === namespaceOf(object) &&
      problem.evidence.some(({ value }) => value === reference),
  );
}
