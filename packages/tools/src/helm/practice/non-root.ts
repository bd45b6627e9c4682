import { asMap } from '../rendered-object.ts';
import { findPodTemplates, nameOf } from './pod-template.ts';
import type { PracticeRule } from './practice-rule.ts';

/** Containers set that they do not run as root. */
export const nonRoot: PracticeRule = {
  name: 'non-root',
  check: (objects) =>
    findPodTemplates(objects).flatMap(({ workload, spec, containers }) =>
      containers
        .filter((container) => {
          const context = { ...asMap(spec['securityContext']), ...asMap(container['securityContext']) };
          return context['runAsNonRoot'] !== true && !(Number(context['runAsUser']) > 0);
        })
        .map((container) => ({
          severity: 'warning' as const,
          object: workload,
          message: `${nameOf(container)} may run as root.`,
          suggestion: 'Set securityContext.runAsNonRoot: true for the pod or the container.',
        })),
    ),
};
