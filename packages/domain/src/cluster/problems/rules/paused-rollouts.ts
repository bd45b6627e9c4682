import { numberAt, textAt, valueAt } from '../../object/read-value.ts';
import type { ClusterObjects } from '../cluster-objects.ts';
import { evidence } from '../evidence.ts';
import type { Finding } from '../problem-rule.ts';

/**
 * Finds Deployments whose rollout is paused. A change of their pod template is not rolled out until they are
 * resumed.
 */
export function findPausedRollouts(objects: ClusterObjects): readonly Finding[] {
  return objects.all('Deployment').flatMap((deployment): readonly Finding[] => {
    if (valueAt(deployment, 'spec', 'paused') !== true) return [];
    const existing = numberAt(deployment, 'status', 'replicas');
    const updated = numberAt(deployment, 'status', 'updatedReplicas');
    const waits = updated < existing;
    return [
      {
        severity: waits ? 'warning' : 'info',
        reason: 'RolloutPaused',
        object: deployment,
        message: waits
          ? `Its rollout is paused: ${updated} of its ${existing} pods have the newest pod template.`
          : 'Its rollout is paused: a change of its pod template is not rolled out.',
        evidence: [
          ...evidence('spec.paused', 'true'),
          ...evidence('status.updatedReplicas', textAt(deployment, 'status', 'updatedReplicas')),
        ],
        next: 'Check whether it was paused on purpose. kubectl rollout resume continues the rollout.',
      },
    ];
  });
}
