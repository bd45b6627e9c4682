import { parseQuantity } from '../../object/quantity.ts';
import { objectAt, textAt } from '../../object/read-value.ts';
import type { ClusterObjects } from '../cluster-objects.ts';
import { evidence } from '../evidence.ts';
import type { Finding } from '../problem-rule.ts';

/** The used share from which a quota counts as nearly exhausted. */
const nearlyAll = 0.9;

/** Finds quotas that are exhausted, or nearly so. */
export function findQuotaProblems(objects: ClusterObjects): readonly Finding[] {
  return objects.all('ResourceQuota').flatMap((quota) =>
    Object.keys(objectAt(quota, 'status', 'hard')).flatMap((resource): readonly Finding[] => {
      const [used, hard] = ['used', 'hard'].map((field) => textAt(quota, 'status', field, resource));
      const [usedAmount, hardAmount] = [parseQuantity(used), parseQuantity(hard)];
      if (usedAmount === undefined || !hardAmount || usedAmount < hardAmount * nearlyAll) return [];
      const isFull = usedAmount >= hardAmount;
      return [
        {
          severity: isFull ? 'warning' : 'info',
          reason: isFull ? 'QuotaExhausted' : 'QuotaNearlyExhausted',
          object: quota,
          message: isFull
            ? `All of ${resource} is used: nothing that needs more of it can be created in the namespace.`
            : `Nearly all of ${resource} is used.`,
          evidence: evidence(`status.used[${resource}]`, `${used} of ${hard}`),
          next: 'Check what in the namespace uses it, and whether the quota fits the workloads there.',
        },
      ];
    }),
  );
}
