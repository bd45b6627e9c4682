import type { AgentProfile } from '@shipmate/agents';
import { bindTools, createToolExecutionContext, runToolLoop, ToolRegistry, userMessage } from '@shipmate/core';
import { createModelCatalog, modelEnvironmentSchema } from '@shipmate/providers';
import { createFixedKubernetesVersions } from '@shipmate/tools';
import { latestKubernetesVersion } from '@shipmate/tools/chart';

/** An agent that plans upgrades: its prompt, the tools that it may use, and its limits. */
const upgradeProfile = {
  contextType: 'plain',
  instructions: () => 'You plan upgrades of Kubernetes. Name the target version first, then the steps.',
  tools: ['latestKubernetesVersion'],
  approval: { write: 'ask' },
  limits: { maxIterations: 5 },
} satisfies AgentProfile;

const registry = new ToolRegistry(
  bindTools([latestKubernetesVersion], { kubernetesVersions: createFixedKubernetesVersions() }),
).freeze();

const demoScript = ({ messages }: { readonly messages: readonly { readonly role: string }[] }) =>
  messages.at(-1)?.role === 'tool'
    ? { text: 'Upgrade to 1.32: control plane first, then the nodes.' }
    : { toolCalls: [{ name: 'latestKubernetesVersion', input: { semverField: 'minor' } }] };

const environment = modelEnvironmentSchema.parse(process.env);
const result = await runToolLoop(createModelCatalog({ environment, demoScript }).get(), {
  systemPrompt: upgradeProfile.instructions(),
  messages: [userMessage('Our cluster runs 1.30. What now?')],
  tools: registry.getToolsForContext(upgradeProfile),
  context: createToolExecutionContext({ principal: { userId: 'ada', organizationId: 'example', via: 'local' } }),
  ...upgradeProfile.limits,
});
console.log(result.toolCallsExecuted.map(({ tool }) => tool).join(', '));
console.log(result.finalMessage);
