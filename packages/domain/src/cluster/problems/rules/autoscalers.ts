import { textAt } from '../../object/read-value.ts';
import { autoscalerFault, autoscalerLimit } from '../autoscaler-fault.ts';
import type { ClusterObjects } from '../cluster-objects.ts';
import { conditionEvidence, evidence, sinceCondition } from '../evidence.ts';
import type { Finding } from '../problem-rule.ts';

/** Finds autoscalers that cannot scale, and those that have reached their maximum. */
export function findAutoscalerProblems(objects: ClusterObjects): readonly Finding[] {
  return objects.all('HorizontalPodAutoscaler').flatMap((autoscaler): readonly Finding[] => {
    const fault = autoscalerFault(autoscaler);
    const target = ['kind', 'name'].map((field) => textAt(autoscaler, 'spec', 'scaleTargetRef', field)).join('/');
    if (fault) {
      const { condition, reason, meaning, next } = fault;
      return [
        {
          severity: 'warning',
          reason,
          object: autoscaler,
          message: `It cannot scale ${target}: ${meaning}.`,
          evidence: [...evidence('spec.scaleTargetRef', target), ...conditionEvidence(autoscaler, condition)],
          next,
          since: sinceCondition(autoscaler, condition),
        },
      ];
    }
    if (autoscalerLimit(autoscaler) !== 'maximum') return [];
    return [
      {
        severity: 'info',
        reason: 'AtMaximum',
        object: autoscaler,
        message: `It would give ${target} more pods than its maximum allows.`,
        evidence: [
          ...evidence('spec.maxReplicas', textAt(autoscaler, 'spec', 'maxReplicas')),
          ...conditionEvidence(autoscaler, 'ScalingLimited'),
        ],
        next: 'Compare the load with the load for which the maximum was chosen.',
        since: sinceCondition(autoscaler, 'ScalingLimited'),
      },
    ];
  });
}
