import type { ClusterObjects } from '../problems/cluster-objects.ts';
import type { Problem } from '../problems/problem.ts';
import { countProblems, type ProblemCounts } from './problem-counts.ts';
import { healthOfNodes, type NodeHealth } from './node-health.ts';
import { healthOfNamespaces, type NamespaceHealth } from './namespace-health.ts';

/** The number of objects of a kind, and of those with a critical problem or a warning. */
export interface KindHealth {
  readonly kind: string;
  readonly total: number;
  readonly troubled: number;
}

/** Health of a cluster, in counts. Kinds that could not be read are absent. */
export interface ClusterHealth {
  readonly counts: ProblemCounts;
  readonly workloads: readonly KindHealth[];
  readonly nodes: readonly NodeHealth[];
  readonly namespaces: readonly NamespaceHealth[];
}

const workloadKinds = ['Deployment', 'StatefulSet', 'DaemonSet', 'Job', 'CronJob', 'Pod'] as const;

/** Summarizes the objects read from a cluster and the problems that the rules found. */
export function summarizeHealth(objects: ClusterObjects, problems: readonly Problem[]): ClusterHealth {
  return {
    counts: countProblems(problems),
    workloads: workloadKinds.flatMap((kind) => {
      const total = objects.all(kind).length;
      return total === 0 ? [] : [{ kind, total, troubled: countTroubled(kind, problems) }];
    }),
    nodes: healthOfNodes(objects),
    namespaces: healthOfNamespaces(objects, problems),
  };
}

function countTroubled(kind: string, problems: readonly Problem[]): number {
  const troubling = problems.filter(({ severity }) => severity !== 'info');
  const names = troubling.flatMap(({ object, root, alike }) =>
    [object, root]
      .flatMap((each) => (each.kind === kind ? [`${each.namespace}/${each.name}`] : []))
      .concat(object.kind === kind ? alike.map((name) => `${object.namespace}/${name}`) : []),
  );
  return new Set(names).size;
}
