import { defineTool, type ToolContext } from '@shipmate/core';
import { z } from 'zod';
import { toPlainText } from './answer/plain-text.ts';
import type { KubernetesPort } from './api/kubernetes-port.ts';

export const kubectlContexts = defineTool({
  name: 'kubectl_contexts',
  description:
    'Lists the contexts of the kubeconfig, each a cluster that other tools accept as context, and names the current one, which is ' +
    'the default. It does not connect to the clusters.',
  effect: 'read',
  input: () => z.object({}),
  output: () =>
    z.object({
      contexts: z.array(z.string()),
      /** Null when there is no current context. */
      current: z.string().nullable(),
    }),
  async execute(_input, { ports }: ToolContext<{ kubernetes: KubernetesPort }>) {
    const { names, current } = await ports.kubernetes.contexts();
    return { contexts: [...names], current };
  },
  toModel: ({ contexts, current }) =>
    contexts.map((name) => `${toPlainText(name)}${name === current ? ' (current)' : ''}`).join('\n'),
});
