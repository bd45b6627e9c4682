import { defineTool, type ToolContext } from '@shipmate/core';
import { z } from 'zod';
import type { KubernetesVersionPort } from './kubernetes-version-port.ts';

const semverField = z.enum(['major', 'minor', 'patch']);

export const latestKubernetesVersion = defineTool({
  name: 'latestKubernetesVersion',
  description:
    'Returns the Kubernetes version that charts should target. Use it before you write kubeVersion in a Chart.yaml or choose the ' +
    'apiVersion of a resource, instead of relying on memory. semverField sets the precision: "major" (1), "minor" (1.32) or ' +
    '"patch" (1.32.1, the default). Answers {version, field}.',
  effect: 'read',
  route: 'versions/kubernetes',
  input: z.object({
    semverField: semverField.default('patch').catch('patch').describe('Precision of the version.'),
  }),
  output: z.object({ success: z.literal(true), version: z.string(), field: semverField }),
  async execute({ semverField: field }, { ports, signal }: ToolContext<{ kubernetesVersions: KubernetesVersionPort }>) {
    const versions = await ports.kubernetesVersions.getLatest(signal);
    return { success: true as const, version: versions[field], field };
  },
});
