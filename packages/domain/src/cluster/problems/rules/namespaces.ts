import { objectsAt, textAt } from '../../object/read-value.ts';
import type { ClusterObjects } from '../cluster-objects.ts';
import { evidence } from '../evidence.ts';
import { hasLasted } from '../has-lasted.ts';
import type { Finding } from '../problem-rule.ts';

const patienceSeconds = 300;

/** Namespaces that were deleted and do not go away. */
export function findNamespaceProblems(objects: ClusterObjects): readonly Finding[] {
  return objects.all('Namespace').flatMap((namespace): readonly Finding[] => {
    const since = textAt(namespace, 'metadata', 'deletionTimestamp');
    if (!hasLasted(since, patienceSeconds, objects.now)) return [];
    const reasons = objectsAt(namespace, 'status', 'conditions').filter((each) => textAt(each, 'status') === 'True');
    return [
      {
        severity: 'warning',
        reason: 'StuckTerminating',
        object: namespace,
        message: 'It was deleted but does not go away, because something in it does not.',
        evidence: reasons.flatMap((each) =>
          evidence(`status.conditions[${textAt(each, 'type')}].message`, textAt(each, 'message')),
        ),
        next: 'See which objects in it have finalizers, and whether who takes them away still runs.',
        since,
      },
    ];
  });
}
