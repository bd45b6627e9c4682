import { conditionOf, isCondition } from '../../object/condition.ts';
import { textAt } from '../../object/read-value.ts';
import type { ClusterObjects } from '../cluster-objects.ts';
import { evidence } from '../evidence.ts';
import { hasLasted } from '../has-lasted.ts';
import type { Finding } from '../problem-rule.ts';

/**
 * Obstacles to the deletion of a namespace, causes before consequences. Remaining content is given time to
 * end, failures are not.
 */
const obstacles: readonly {
  readonly type: string;
  readonly graceSeconds: number;
  readonly meaning: string;
  readonly next: string;
}[] = [
  {
    type: 'NamespaceDeletionDiscoveryFailure',
    graceSeconds: 30,
    meaning: 'an API of the cluster does not answer',
    next: 'List the APIServices, and repair or delete the one that is not available.',
  },
  {
    type: 'NamespaceDeletionGroupVersionParsingFailure',
    graceSeconds: 30,
    meaning: 'an API of the cluster has an invalid name',
    next: 'List the APIServices, and delete the one that the message names.',
  },
  {
    type: 'NamespaceDeletionContentFailure',
    graceSeconds: 30,
    meaning: 'objects in it cannot be deleted',
    next: 'The message names what refuses the deletion: an admission webhook, a policy or the server of an API.',
  },
  {
    type: 'NamespaceFinalizersRemaining',
    graceSeconds: 300,
    meaning: 'finalizers hold objects in it',
    next: 'Check whether the controller that removes these finalizers still runs.',
  },
  {
    type: 'NamespaceContentRemaining',
    graceSeconds: 300,
    meaning: 'the deletion of objects in it does not complete',
    next: 'Check which objects in it have finalizers, and whether the controllers that remove them still run.',
  },
];
const graceSeconds = 300;

/** Finds namespaces whose deletion does not complete. */
export function findNamespaceProblems(objects: ClusterObjects): readonly Finding[] {
  return objects.all('Namespace').flatMap((namespace): readonly Finding[] => {
    const since = textAt(namespace, 'metadata', 'deletionTimestamp');
    const found = obstacles.filter(({ type }) => isCondition(namespace, type, 'True'));
    const [first] = found;
    if (!hasLasted(since, first?.graceSeconds ?? graceSeconds, objects.now)) return [];
    return [
      {
        severity: 'warning',
        reason: 'StuckTerminating',
        object: namespace,
        message: `Its deletion does not complete${first ? `: ${first.meaning}` : ''}.`,
        evidence: found.flatMap(({ type }) =>
          evidence(`status.conditions[${type}].message`, textAt(conditionOf(namespace, type), 'message')),
        ),
        next: first?.next ?? 'Check which objects in it have finalizers, and the spec.finalizers of the namespace.',
        since,
      },
    ];
  });
}
