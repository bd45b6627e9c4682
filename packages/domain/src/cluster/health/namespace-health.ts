import { isCondition } from '../object/condition.ts';
import { nameOf, namespaceOf } from '../object/kube-object.ts';
import { textAt } from '../object/read-value.ts';
import type { ClusterObjects } from '../problems/cluster-objects.ts';
import type { Problem } from '../problems/problem.ts';
import { countProblems, type ProblemCounts } from './problem-counts.ts';

/** Health of a namespace. */
export interface NamespaceHealth {
  readonly name: string;
  readonly pods: number;
  /** Pods that are ready or have completed. */
  readonly healthyPods: number;
  readonly problems: ProblemCounts;
}

/**
 * Lists namespaces, those with the worst problems first. Namespaces that cannot be listed are derived from
 * their pods and problems.
 */
export function healthOfNamespaces(objects: ClusterObjects, problems: readonly Problem[]): readonly NamespaceHealth[] {
  const byNamespace = Map.groupBy(problems, ({ object }) => object.namespace);
  const names = new Set([
    ...objects.all('Namespace').map(nameOf),
    ...objects.all('Pod').flatMap((pod) => namespaceOf(pod) ?? []),
    ...problems.flatMap(({ object }) => object.namespace ?? []),
  ]);
  return [...names]
    .map((name): NamespaceHealth => {
      const pods = objects.in(name, 'Pod');
      const healthy = pods.filter(
        (pod) => isCondition(pod, 'Ready', 'True') || textAt(pod, 'status', 'phase') === 'Succeeded',
      );
      return {
        name,
        pods: pods.length,
        healthyPods: healthy.length,
        problems: countProblems(byNamespace.get(name) ?? []),
      };
    })
    .toSorted((one, other) => compareCounts(one.problems, other.problems) || one.name.localeCompare(other.name));
}

function compareCounts(one: ProblemCounts, other: ProblemCounts): number {
  return other.critical - one.critical || other.warning - one.warning || other.info - one.info;
}
