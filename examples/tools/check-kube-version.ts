import { defineTool, type ToolContext } from '@shipmate/core';
import type { KubernetesVersionPort } from '@shipmate/tools/chart';
import { satisfies } from 'semver';
import { z } from 'zod';

export const checkKubeVersion = defineTool({
  name: 'checkKubeVersion',
  description:
    'Tells whether a kubeVersion range of a Chart.yaml admits the Kubernetes version that charts target. ' +
    'Use it before you write or narrow kubeVersion. Answers {admitted, version}.',
  effect: 'read',
  input: () => z.object({ range: z.string().min(1).describe('For example ">=1.28.0-0".') }),
  output: () => z.object({ admitted: z.boolean(), version: z.string() }),
  async execute({ range }, { ports, signal }: ToolContext<{ kubernetesVersions: KubernetesVersionPort }>) {
    const { patch: version } = await ports.kubernetesVersions.getLatest(signal);
    return { admitted: satisfies(version, range), version };
  },
});
