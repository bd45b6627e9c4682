import { conditionOf } from '../../object/condition.ts';
import { type KubeObject, namespaceOf } from '../../object/kube-object.ts';
import { isJsonObject, numberAt, objectAt, textAt, valueAt } from '../../object/read-value.ts';
import type { ClusterObjects } from '../cluster-objects.ts';
import { conditionEvidence, evidence, sinceCondition } from '../evidence.ts';
import { createCandidates, type LabelCandidates, nearestEvidence, nearestTo } from '../nearest-labels.ts';
import type { Finding } from '../problem-rule.ts';

/** Finds disruption budgets that block node drains, protect nothing, or cannot be computed. */
export function findDisruptionBudgetProblems(objects: ClusterObjects): readonly Finding[] {
  const candidatesOf = createCandidates(objects);
  return objects.all('PodDisruptionBudget').flatMap((budget): readonly Finding[] => {
    if (textAt(conditionOf(budget, 'DisruptionAllowed'), 'reason') === 'SyncFailed') return [toUncomputed(budget)];
    const [expected, desired, allowed] = ['expectedPods', 'desiredHealthy', 'disruptionsAllowed'].map((field) =>
      numberAt(budget, 'status', field),
    );
    if (valueAt(budget, 'status', 'expectedPods') === undefined) return [];
    if (!expected) return findUnused(budget, objects, candidatesOf);
    if (allowed !== 0 || desired !== expected) return [];
    return [
      {
        severity: 'info',
        reason: 'NoDisruptionAllowed',
        object: budget,
        message: 'It requires as many healthy pods as exist, so no node with one of them can be drained.',
        evidence: [
          ...evidence('spec.minAvailable', textAt(budget, 'spec', 'minAvailable')),
          ...evidence('spec.maxUnavailable', textAt(budget, 'spec', 'maxUnavailable')),
          ...evidence('status', `desiredHealthy ${desired}, expectedPods ${expected}, disruptionsAllowed 0`),
        ],
        next: 'Run more pods than it requires, or require fewer.',
      },
    ];
  });
}

/** A budget without a selector selects no pod, one with an empty selector all. */
function findUnused(
  budget: KubeObject,
  objects: ClusterObjects,
  candidatesOf: (of: KubeObject) => LabelCandidates,
): readonly Finding[] {
  const namespace = namespaceOf(budget);
  const selector = valueAt(budget, 'spec', 'selector');
  if (!objects.knows('Pod', namespace)) return [];
  const candidates = candidatesOf(budget);
  const isUsed =
    isJsonObject(selector) &&
    (objects.labelled(namespace, 'Pod').hasSelected(selector) || candidates.index.hasSelected(selector));
  if (isUsed) return [];
  const nearest = nearestTo(objectAt(selector, 'matchLabels'), candidates);
  return [
    {
      severity: 'warning',
      reason: 'BudgetSelectsNothing',
      object: budget,
      message: 'It protects nothing: no pod of the namespace has the labels that it selects.',
      evidence: [
        ...evidence('spec.selector', selector === undefined ? 'none' : JSON.stringify(selector)),
        ...nearestEvidence(nearest),
      ],
      next: nearest
        ? `Compare the selector with the labels of ${nearest.reference}, which are nearest to it.`
        : 'Compare the selector with the labels of the intended pods, or delete the budget.',
    },
  ];
}

function toUncomputed(budget: KubeObject): Finding {
  return {
    severity: 'warning',
    reason: 'SyncFailed',
    object: budget,
    message: 'The controller cannot compute it, and allows no disruption.',
    evidence: conditionEvidence(budget, 'DisruptionAllowed'),
    next: 'Read the message: pods without a controller that has a scale need minAvailable as a number.',
    since: sinceCondition(budget, 'DisruptionAllowed'),
  };
}
