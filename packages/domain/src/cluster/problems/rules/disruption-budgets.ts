import { numberAt, textAt } from '../../object/read-value.ts';
import type { ClusterObjects } from '../cluster-objects.ts';
import { evidence } from '../evidence.ts';
import type { Finding } from '../problem-rule.ts';

/** Disruption budgets that keep nodes from being drained although all is well. */
export function findDisruptionBudgetProblems(objects: ClusterObjects): readonly Finding[] {
  return objects.all('PodDisruptionBudget').flatMap((budget): readonly Finding[] => {
    const [expected, desired, allowed] = ['expectedPods', 'desiredHealthy', 'disruptionsAllowed'].map((field) =>
      numberAt(budget, 'status', field),
    );
    if (!expected || allowed !== 0 || desired !== expected) return [];
    return [
      {
        severity: 'info',
        reason: 'NoDisruptionAllowed',
        object: budget,
        message: 'It asks for as many healthy pods as there are, so that no node with one of them can be drained.',
        evidence: [
          ...evidence('spec.minAvailable', textAt(budget, 'spec', 'minAvailable')),
          ...evidence('spec.maxUnavailable', textAt(budget, 'spec', 'maxUnavailable')),
          ...evidence('status', `desiredHealthy ${desired}, expectedPods ${expected}, disruptionsAllowed 0`),
        ],
        next: 'Run more pods than it asks for, or ask for fewer.',
      },
    ];
  });
}
