import { asMap } from '../rendered-object.ts';
import { findPodTemplates, nameOf } from './pod-template.ts';
import type { PracticeRule } from './practice-rule.ts';

const wanted = [
  ['requests', 'cpu'],
  ['requests', 'memory'],
  ['limits', 'memory'],
] as const;

/** Containers set CPU and memory requests, and a memory limit. */
export const resourceLimits: PracticeRule = {
  name: 'resource-limits',
  check: (objects) =>
    findPodTemplates(objects).flatMap(({ workload, containers }) =>
      containers.flatMap((container) => {
        const resources = asMap(container['resources']);
        const missing = wanted.filter(([group, resource]) => asMap(resources[group])[resource] === undefined);
        if (missing.length === 0) return [];
        return [
          {
            severity: 'warning' as const,
            object: workload,
            message: `${nameOf(container)} sets no ${missing.map((path) => path.join('.')).join(', ')}.`,
            suggestion: 'Give resources a default in values.yaml and put them into the container.',
          },
        ];
      }),
    ),
};
