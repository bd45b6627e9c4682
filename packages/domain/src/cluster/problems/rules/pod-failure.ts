import { ownerOf } from '../../object/kube-object.ts';
import { entryOf, textAt } from '../../object/read-value.ts';
import type { ClusterObjects } from '../cluster-objects.ts';
import { evidence } from '../evidence.ts';
import type { Finding } from '../problem-rule.ts';

const meanings: Readonly<Record<string, string>> = {
  Evicted: 'The pod was evicted, because its node ran out of a resource or it exceeded a limit.',
  NodeLost: 'The node of the pod cannot be reached.',
  NodeAffinity: 'The node of the pod no longer has the labels that the pod requires.',
  Terminated: 'The pod was ended because its node was shut down.',
  DeadlineExceeded: 'The pod exceeded its deadline.',
  UnexpectedAdmissionError: 'The node refused the pod.',
};

/** Finds pods that were ended from outside, for example by eviction. */
export function findFailedPods(objects: ClusterObjects): readonly Finding[] {
  return objects.all('Pod').flatMap((pod): readonly Finding[] => {
    const phase = textAt(pod, 'status', 'phase');
    const reason = textAt(pod, 'status', 'reason');
    const isFailed = phase === 'Failed' && reason !== undefined && ownerOf(pod)?.kind !== 'Job';
    if (!isFailed && phase !== 'Unknown') return [];
    return [
      {
        severity: 'warning',
        reason: reason ?? 'Unknown',
        object: pod,
        message: entryOf(meanings, reason ?? 'NodeLost') ?? `The pod has failed: ${reason}.`,
        evidence: [
          ...evidence('status.reason', reason),
          ...evidence('status.message', textAt(pod, 'status', 'message')),
          ...evidence('spec.nodeName', textAt(pod, 'spec', 'nodeName')),
        ],
        next: 'Describe the node that the pod ran on, and compare requests and limits of the pod with what it uses.',
        since: textAt(pod, 'status', 'startTime'),
      },
    ];
  });
}
