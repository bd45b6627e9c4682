import { bindTools, callTool, createToolExecutionContext, defineTool, type ToolContext } from '@shipmate/core';
import { createFixedKubernetesVersions } from '@shipmate/tools';
import { type KubernetesVersionPort, latestKubernetesVersion } from '@shipmate/tools/chart';
import { z } from 'zod';

const supportsVersion = defineTool({
  name: 'supportsVersion',
  description: 'Tells whether a chart for a minor version of Kubernetes, such as 1.30, is still supported.',
  effect: 'read',
  input: z.object({ minor: z.string().regex(/^1\.\d+$/) }),
  output: z.object({ supported: z.boolean(), newest: z.string() }),
  async execute({ minor }, { ports, signal }: ToolContext<{ kubernetesVersions: KubernetesVersionPort }>) {
    const { minor: newest } = await ports.kubernetesVersions.getLatest(signal);
    const [wanted, latest] = [minor, newest].map((version) => Number(version.split('.')[1]));
    return { supported: latest !== undefined && wanted !== undefined && latest - wanted < 3, newest };
  },
});

const ports = { kubernetesVersions: createFixedKubernetesVersions() };
const context = createToolExecutionContext({ principal: { userId: 'ada', organizationId: 'example', via: 'local' } });
const inputs = { supportsVersion: { minor: '1.28' }, latestKubernetesVersion: { semverField: 'minor' } };
for (const tool of bindTools([supportsVersion, latestKubernetesVersion], ports)) {
  const result = await callTool(tool, inputs[tool.name as keyof typeof inputs], { context });
  console.log(tool.name, result.status, JSON.stringify('output' in result ? result.output : undefined));
}
