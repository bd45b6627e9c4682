import { isCondition } from '../../object/condition.ts';
import { objectsAt, textAt } from '../../object/read-value.ts';
import type { ClusterObjects } from '../cluster-objects.ts';
import { conditionEvidence, evidence, sinceCondition } from '../evidence.ts';
import type { Finding } from '../problem-rule.ts';

/** Conditions that are bad when true, and their meaning. */
const pressures: Readonly<Record<string, string>> = {
  MemoryPressure: 'It runs out of memory, and evicts pods.',
  DiskPressure: 'It runs out of disk, and evicts pods.',
  PIDPressure: 'It runs out of process ids.',
  NetworkUnavailable: 'Its network is not set up.',
};

/** Finds nodes that are not ready, run out of a resource, or accept no pods. */
export function findNodeProblems(objects: ClusterObjects): readonly Finding[] {
  return objects.all('Node').flatMap((node): readonly Finding[] => {
    const isReady = isCondition(node, 'Ready', 'True');
    const bad = Object.entries(pressures).filter(([type]) => isCondition(node, type, 'True'));
    const isCordoned = textAt(node, 'spec', 'unschedulable') === 'true';
    const taints = objectsAt(node, 'spec', 'taints').map(
      (taint) => `${textAt(taint, 'key')}:${textAt(taint, 'effect')}`,
    );
    return [
      ...(isReady
        ? []
        : [
            {
              severity: 'critical',
              reason: 'NodeNotReady',
              object: node,
              message: 'It is not ready: its pods are evicted and recreated on other nodes.',
              evidence: conditionEvidence(node, 'Ready'),
              next: 'Check whether the machine runs, and read the log of its kubelet.',
              since: sinceCondition(node, 'Ready'),
            } as const,
          ]),
      ...bad.map(
        ([type, message]) =>
          ({
            severity: 'warning',
            reason: type,
            object: node,
            message,
            evidence: conditionEvidence(node, type),
            next: 'Check which pods on it use the most, and which of them have no limits.',
            since: sinceCondition(node, type),
          }) as const,
      ),
      ...(isCordoned
        ? [
            {
              severity: 'info',
              reason: 'Cordoned',
              object: node,
              message: 'It is cordoned: no new pods are scheduled on it.',
              evidence: [...evidence('spec.unschedulable', 'true'), ...evidence('spec.taints', taints.join(', '))],
              next: 'Check whether it is under maintenance, or was left cordoned by mistake.',
            } as const,
          ]
        : []),
    ];
  });
}
