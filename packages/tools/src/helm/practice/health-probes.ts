import { asMaps } from '../rendered-object.ts';
import { findPodTemplates, nameOf } from './pod-template.ts';
import type { PracticeRule } from './practice-rule.ts';

const probes = ['readinessProbe', 'livenessProbe'];
const serving: ReadonlySet<string> = new Set(['Deployment', 'StatefulSet', 'DaemonSet']);

/** Containers with a port have readiness and liveness probes. */
export const healthProbes: PracticeRule = {
  name: 'health-probes',
  check: (objects) =>
    findPodTemplates(objects)
      .filter(({ workload }) => serving.has(workload.kind))
      .flatMap(({ workload, containers }) =>
        containers
          .filter(({ ports }) => asMaps(ports).length > 0)
          .flatMap((container) => {
            const missing = probes.filter((probe) => container[probe] === undefined);
            if (missing.length === 0) return [];
            return [
              {
                severity: 'warning' as const,
                object: workload,
                message: `${nameOf(container)} has no ${missing.join(' and no ')}.`,
                suggestion: 'Probe a path or port that reports it.',
              },
            ];
          }),
      ),
};
