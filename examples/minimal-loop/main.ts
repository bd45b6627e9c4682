import { bindTools, createToolExecutionContext, defineTool, runToolLoop, userMessage } from '@shipmate/core';
import { createModelCatalog, modelEnvironmentSchema } from '@shipmate/providers';
import { z } from 'zod';

const replicasOf = defineTool({
  name: 'replicasOf',
  description: 'Returns the number of replicas of a deployment.',
  effect: 'read',
  input: z.object({ deployment: z.string() }),
  output: z.object({ replicas: z.number() }),
  execute: async ({ deployment }) => ({ replicas: deployment === 'storefront' ? 3 : 1 }),
});

/** Plays the model when no API key is set. */
const demoScript = ({ messages }: { readonly messages: readonly { readonly role: string }[] }) =>
  messages.at(-1)?.role === 'tool'
    ? { text: 'The storefront has 3 replicas.' }
    : { toolCalls: [{ name: 'replicasOf', input: { deployment: 'storefront' } }] };

const environment = modelEnvironmentSchema.parse(process.env);
const result = await runToolLoop(createModelCatalog({ environment, demoScript }).get(), {
  messages: [userMessage('How many replicas does the storefront have?')],
  tools: bindTools([replicasOf], {}),
  context: createToolExecutionContext({ principal: { userId: 'ada', organizationId: 'example', via: 'local' } }),
});

for (const { tool, output } of result.toolCallsExecuted) console.log(tool, output);
console.log(result.finalMessage);
console.log(result.stopReason);
