import { conditionOf, isCondition } from '../../object/condition.ts';
import { textAt } from '../../object/read-value.ts';
import type { ClusterObjects } from '../cluster-objects.ts';
import { conditionEvidence, evidence, sinceCondition } from '../evidence.ts';
import type { Finding } from '../problem-rule.ts';

/** Autoscalers that cannot do their work, or are at the end of what they may. */
export function findAutoscalerProblems(objects: ClusterObjects): readonly Finding[] {
  return objects.all('HorizontalPodAutoscaler').flatMap((autoscaler): readonly Finding[] => {
    const broken = ['AbleToScale', 'ScalingActive'].find((type) => isCondition(autoscaler, type, 'False'));
    const isOff = textAt(conditionOf(autoscaler, 'ScalingActive'), 'reason') === 'ScalingDisabled';
    const target = ['kind', 'name'].map((field) => textAt(autoscaler, 'spec', 'scaleTargetRef', field)).join('/');
    if (broken !== undefined && !isOff) {
      return [
        {
          severity: 'warning',
          reason: textAt(conditionOf(autoscaler, broken), 'reason') ?? 'UnableToScale',
          object: autoscaler,
          message: `It cannot scale ${target}${broken === 'ScalingActive' ? ', because it cannot read what it scales by' : ''}.`,
          evidence: [...evidence('spec.scaleTargetRef', target), ...conditionEvidence(autoscaler, broken)],
          next:
            broken === 'ScalingActive'
              ? 'See whether metrics are served (kubectl top), and whether the containers have requests for what is measured.'
              : 'See whether what it scales exists.',
          since: sinceCondition(autoscaler, broken),
        },
      ];
    }
    if (textAt(conditionOf(autoscaler, 'ScalingLimited'), 'reason') !== 'TooManyReplicas') return [];
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
        next: 'Compare the load with what the maximum was meant for.',
        since: sinceCondition(autoscaler, 'ScalingLimited'),
      },
    ];
  });
}
